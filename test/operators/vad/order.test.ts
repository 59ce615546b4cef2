import { concatMap, filter, map, of, Subject, take, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { vad } from '../../../operators/vad.ts';
import type { AudioFrame } from '../../../src/core/audio.ts';
import type { VadModel } from '../../../src/core/ports.ts';
import type { VadEvent } from '../../../src/core/speech.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { amplitudeModel, windowFrame } from '../../support/vadModel.ts';
import { audioOf, frameOf, frameOfAll, kinds, letterOf, TWO_AND_TWO } from './score.ts';

/** A model whose scores the test emits. */
function manualModel(): VadModel & { readonly scores: Subject<number> } {
  const scores = new Subject<number>();
  return { ...amplitudeModel(), keepsWindows: false, scores, score: () => scores };
}

/** Collects events, and calls `react` within the first one of a letter. */
function collectReacting(events$: Observable<VadEvent>, letter: string, react: () => void): VadEvent[] {
  const events: VadEvent[] = [];
  let hasReacted = false;
  events$.subscribe((event) => {
    events.push(event);
    if (letterOf(event) !== letter || hasReacted) return;
    hasReacted = true;
    react();
  });
  return events;
}

describe('what comes while an event is emitted waits', () => {
  test('a frame, for the other windows of the frame before it', () => {
    const frames = new Subject<AudioFrame>();
    const detected = frames.pipe(vad({ model: amplitudeModel(), minSpeechMs: 0 }));
    const events = collectReacting(detected, 's', () => frames.next({ ...frameOfAll('vv'), sampleRate: 8000 }));
    frames.next(frameOfAll('v.v'));
    expect(kinds(events)).toBe('sqwwww');
    expect(events.map(({ atMs }) => atMs)).toEqual([32, 64, 96, 128, 160, 192]);
  });

  test.each([
    ['a mute', 'v.', 's', 'sqm'],
    ['a mute, for the end of the window', 'v..', 'q', 'sqqe'],
  ])('%s', (_, windows, letter, expected) => {
    const [frames, muted] = [new Subject<AudioFrame>(), new Subject<boolean>()];
    const options = { ...TWO_AND_TWO, minSpeechMs: 0, muted, model: amplitudeModel() };
    const events = collectReacting(frames.pipe(vad(options)), letter, () => muted.next(true));
    frames.next(frameOfAll(windows));
    expect(kinds(events)).toBe(expected);
  });

  test('a mute, for the end that a late score causes', () => {
    const [frames, muted, model] = [new Subject<AudioFrame>(), new Subject<boolean>(), manualModel()];
    const options = { minSpeechMs: 0, minSilenceMs: 0, muted, model };
    const events = collectReacting(frames.pipe(vad(options)), 'q', () => muted.next(true));
    frames.next(frameOfAll('v.'));
    model.scores.next(1);
    model.scores.next(0);
    expect(kinds(events)).toBe('sqe');
  });

  test('a score, for the other events of its window', () => {
    const [frames, model] = [new Subject<AudioFrame>(), manualModel()];
    const options = { minSpeechMs: 0, minSilenceMs: 0, model };
    const events = collectReacting(frames.pipe(vad(options)), 'q', () => model.scores.next(1));
    frames.next(frameOfAll('v.v'));
    model.scores.next(1);
    model.scores.next(0);
    expect(kinds(events)).toBe('sqes');
  });

  test('a score, for a mute behind its window', () => {
    const [frames, muted, model] = [new Subject<AudioFrame>(), new Subject<boolean>(), manualModel()];
    const detected = frames.pipe(vad({ model, muted, minSpeechMs: 0 }));
    const events = collectReacting(detected, 's', () => model.scores.next(1));
    frames.next(frameOf('v'));
    muted.next(true);
    muted.next(false);
    frames.next(frameOf('v'));
    model.scores.next(1);
    expect(kinds(events)).toBe('sms');
  });

  test('a score that comes with the next window, too', () => {
    const [frames, scores] = [new Subject<AudioFrame>(), new Subject<number>()];
    const model: VadModel = {
      ...amplitudeModel(),
      score: (windows) => {
        windows.pipe(filter((_, window) => window === 3)).subscribe(() => scores.next(1));
        return scores;
      },
    };
    const rest = [0, 1, 1];
    const detected = frames.pipe(vad({ model, minSpeechMs: 0, minSilenceMs: 0 }));
    const events: VadEvent[] = [];
    detected.subscribe((event) => {
      events.push(event);
      const next = rest.shift();
      if (next !== undefined) scores.next(next);
    });
    frames.next(frameOfAll('v.vv'));
    expect(kinds(events)).toBe('sqesw');
    expect(events.map(({ atMs }) => atMs)).toEqual([32, 64, 64, 96, 128]);
  });

  test('a score, in front of those that the model emits next', () => {
    const [frames, scores] = [new Subject<AudioFrame>(), new Subject<number>()];
    const score: VadModel['score'] = (windows) => {
      windows.pipe(filter((_, window) => window === 2)).subscribe(() => [1, 0].forEach((p) => scores.next(p)));
      return scores;
    };
    const detected = frames.pipe(vad({ model: { ...amplitudeModel(), score }, minSpeechMs: 0 }));
    const events = collectReacting(detected, 's', () => scores.next(1));
    frames.next(frameOfAll('vv.'));
    expect(kinds(events)).toBe('swq');
  });

  test('the end of the input, for the end of the segment', () => {
    const [frames, model] = [new Subject<AudioFrame>(), manualModel()];
    const log: string[] = [];
    frames.pipe(vad({ model, minSpeechMs: 0, minSilenceMs: 0 })).subscribe({
      next: (event) => {
        log.push(letterOf(event));
        if (letterOf(event) !== 'q') return;
        frames.complete();
        model.scores.complete();
      },
      complete: () => log.push('complete'),
    });
    frames.next(frameOfAll('v.'));
    model.scores.next(1);
    model.scores.next(0);
    expect(log).toEqual(['s', 'q', 'e', 'complete']);
  });
});

test('a subscriber that leaves within an event gets no other, and the model no other window', () => {
  const [frames, seen] = [new Subject<AudioFrame>(), [] as number[]];
  const model = amplitudeModel();
  const score: VadModel['score'] = (windows) => model.score(windows.pipe(map((w) => (seen.push(w[0] ?? 0), w))));
  const events: VadEvent[] = [];
  frames.pipe(vad({ model: { ...model, score }, minSpeechMs: 0 }), take(1)).subscribe((event) => events.push(event));
  frames.next(frameOfAll('vvv'));
  expect(kinds(events)).toBe('s');
  expect(seen.length).toBe(1);
});

test('an input that never pauses is left when the subscriber leaves', () => {
  let read = 0;
  const endless = of(undefined).pipe(
    concatMap(function* speak() {
      while (read < 1000) {
        read += 1;
        yield windowFrame(0.9);
      }
    }),
  );
  endless.pipe(vad({ model: amplitudeModel(), minSpeechMs: 0 }), take(1)).subscribe();
  expect(read).toBe(1);
});

test('events are the caller’s to keep: what comes later changes none of their audio', () => {
  const [frames, events] = [new Subject<AudioFrame>(), [] as VadEvent[]];
  frames
    .pipe(vad({ model: { ...amplitudeModel(), keepsWindows: false }, ...TWO_AND_TWO }))
    .subscribe((event) => events.push(event));
  const speak = (letters: string, value: number): void =>
    letters.split('').forEach((letter) => {
      const { samples, sampleRate } = frameOf(letter);
      frames.next({ samples: samples.map((_, at) => (at === 0 ? (samples[0] ?? 0) : value)), sampleRate });
    });
  speak('...vv..', 1);
  const before = [...audioOf(events)];
  expect(before.length).toBe(7 * 512);
  speak('....vvvvv..', 2);
  expect([...audioOf(events)].slice(0, before.length)).toEqual(before);
});

test('the resampler’s last windows come before those of another rate', () => {
  const [frames, events] = [new Subject<AudioFrame>(), [] as VadEvent[]];
  frames.pipe(vad({ model: amplitudeModel(), minSpeechMs: 0 })).subscribe((event) => events.push(event));
  frames.next(windowFrame(0.9, 48_000));
  expect(kinds(events)).toBe('');
  frames.next(windowFrame(0.8));
  expect(kinds(events)).toBe('sw');
});

test('leaves no timer', () => {
  const clock = new VirtualClock();
  const frames = new Subject<AudioFrame>();
  const detection = frames.pipe(vad({ model: amplitudeModel(), scheduler: clock })).subscribe();
  frames.next(windowFrame(0.9));
  expect(clock.pending).toBe(1);
  detection.unsubscribe();
  expect(clock.pending).toBe(0);
});
