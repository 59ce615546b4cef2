import { bufferCount, concatAll, filter, map, Subject, take } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { vad } from '../../../operators/vad.ts';
import type { AudioFrame } from '../../../src/core/audio.ts';
import type { VadModel } from '../../../src/core/ports.ts';
import type { VadEvent } from '../../../src/core/speech.ts';
import { amplitudeModel, windowFrame } from '../../support/vadModel.ts';
import { audioOf, failure, frameOfAll, kinds } from './score.ts';

/** A model that scores a window when it gets the next one. */
function laggingModel(): VadModel {
  const model = amplitudeModel();
  return {
    ...model,
    score: (windows) =>
      model.score(windows).pipe(
        bufferCount(2, 1),
        filter((pair) => pair.length === 2),
        map(([p]) => p ?? Number.NaN),
      ),
  };
}

describe('a model', () => {
  test('that scores a window with the next one is one behind, however long the frame is', () => {
    const model = laggingModel();
    const events: VadEvent[] = [];
    const frames = new Subject<AudioFrame>();
    frames.pipe(vad({ model, minSpeechMs: 0, maxUnscoredMs: 64 })).subscribe((event) => events.push(event));
    frames.next(frameOfAll('v.vv'));
    frames.next(frameOfAll('.'));
    expect(kinds(events)).toBe('sqww');
    expect([...audioOf(events)].filter((_, at) => at % 512 === 0)).toEqual([90, 10, 90, 90]);
  });

  test('that scores two windows at a time scores each', () => {
    const model = amplitudeModel();
    const score: VadModel['score'] = (windows) => model.score(windows).pipe(bufferCount(2), concatAll());
    const [frames, events] = [new Subject<AudioFrame>(), [] as VadEvent[]];
    const options = { model: { ...model, score }, minSpeechMs: 0, maxUnscoredMs: 64 };
    frames.pipe(vad(options)).subscribe((event) => events.push(event));
    frames.next(frameOfAll('v.v..vvv'));
    expect(kinds(events)).toBe('sqwqqwww');
    expect([...audioOf(events)].filter((_, at) => at % 512 === 0)).toEqual([90, 10, 90, 10, 10, 90, 90, 90]);
  });

  test('that answers later scores audio whose memory it does not hold', () => {
    const [frames, scores, events] = [new Subject<AudioFrame>(), new Subject<number>(), [] as VadEvent[]];
    const model: VadModel = { ...amplitudeModel(), keepsWindows: false, score: () => scores };
    frames.pipe(vad({ model, minSpeechMs: 0 })).subscribe((event) => events.push(event));
    [11, 12, 13].forEach((value) => frames.next(windowFrame(value / 100)));
    [1, 1, 1].forEach((p) => scores.next(p));
    expect([...new Set(audioOf(events))]).toEqual([11, 12, 13]);
  });

  test('that ends within the window that it does not score ends the stream with vad_failed', () => {
    const model: VadModel = {
      ...amplitudeModel(),
      score: (windows) =>
        amplitudeModel().score(
          windows.pipe(
            take(1),
            filter(() => false),
          ),
        ),
    };
    expect(failure('v', { model })).toMatchObject({ code: 'vad_failed', message: 'the model ended without 1 scores' });
  });

  test('that answers within next is never behind', () => {
    expect(failure('vv', { model: amplitudeModel(), maxUnscoredMs: 0 })).toBeUndefined();
  });
});
