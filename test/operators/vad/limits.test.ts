import { concat, from, NEVER, of, Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { vad, type VadChanges } from '../../../operators/vad.ts';
import type { AudioFrame } from '../../../src/core/audio.ts';
import type { VadEvent } from '../../../src/core/speech.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { amplitudeModel } from '../../support/vadModel.ts';
import { audioOf, collect, failure, frameOf, frameOfAll, kinds, TWO_AND_TWO } from './score.ts';

test('each segment has its own maxBufferedSpeechMs', () => {
  const frames = 'vv.vv.'.split('').map(frameOf);
  const options = { model: amplitudeModel(), minSpeechMs: 0, minSilenceMs: 0, maxBufferedSpeechMs: 100 };
  expect(kinds(collect(concat(from(frames), NEVER).pipe(vad(options))))).toBe('swqeswqe');
});

test('voice before a stall counts as padding of the next segment, and is cut like it', () => {
  const [frames, clock, events] = [new Subject<AudioFrame>(), new VirtualClock(), [] as VadEvent[]];
  const options = { model: amplitudeModel(), minSpeechMs: 60, prefixPaddingMs: 32, scheduler: clock };
  frames.pipe(vad(options)).subscribe((event) => events.push(event));
  frames.next(frameOfAll('.v'));
  clock.flush(1000);
  frames.next(frameOfAll('vv'));
  expect(kinds(events)).toBe('s');
  expect(audioOf(events).length).toBe(3 * 512);
});

describe('changes', () => {
  test('apply from the next segment on', () => {
    const [frames, changes, events] = [new Subject<AudioFrame>(), new Subject<VadChanges>(), [] as VadEvent[]];
    frames.pipe(vad({ model: amplitudeModel(), ...TWO_AND_TWO, changes })).subscribe((event) => events.push(event));
    frames.next(frameOfAll('.vv'));
    changes.next({ minSpeechMs: 0, prefixPaddingMs: 0 });
    changes.next({ minSilenceMs: 0 });
    frames.next(frameOfAll('v..'));
    expect(kinds(events)).toBe('swqqe');
    frames.next(frameOfAll('.v.'));
    expect(kinds(events)).toBe('swqqesqe');
    expect(audioOf(events.slice(5)).length).toBe(2 * 512);
  });

  test('that are out of range end the stream with usage_invalid', () => {
    const changes = of({ minSpeechMs: -1 });
    expect(failure('v', { model: amplitudeModel(), changes })).toMatchObject({ code: 'usage_invalid' });
  });
});
