import { BehaviorSubject, from, Subject, type SchedulerLike } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { vad } from '../../operators/vad.ts';
import type { AudioFrame } from '../../src/core/audio.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import type { VadModel } from '../../src/core/ports.ts';
import { flags } from '../support/letters.ts';
import { amplitudeModel, windowFrame } from '../support/vadModel.ts';
import { audioOf, collect, follow, FRAMES, frameOf, detect, kinds, listen, marbles, TWO_AND_TWO } from './vad/score.ts';

describe('a segment', () => {
  test('starts with enough voice in a row and ends with enough silence', () =>
    marbles(({ hot, expectObservable }) => {
      const windows = hot('.vvv.v..', FRAMES);
      const activity = '   --swqwq(qe)';
      expectObservable(windows.pipe(detect(TWO_AND_TWO))).toBe(activity);
    }));

  test.each([
    [0, 1],
    [32, 1],
    [32.1, 2],
    [50, 2],
    [64, 2],
    [65, 3],
    [500, 16],
  ])('of %s ms minSpeech starts with voiced window %i', (minSpeechMs, windows) => {
    const events = listen('v'.repeat(windows), { minSpeechMs });
    expect(kinds(events)).toBe('s');
    expect(kinds(listen('v'.repeat(windows - 1), { minSpeechMs }))).toBe('');
    expect(events[0]).toMatchObject({ atMs: windows * 32, voicedMs: windows * 32, lastVoicedMs: windows * 32 });
  });

  test.each([
    [0, 1],
    [32, 1],
    [33, 2],
    [550, 18],
    [576, 18],
    [577, 19],
  ])('of %s ms minSilence ends with silent window %i', (minSilenceMs, windows) => {
    const options = { minSpeechMs: 0, minSilenceMs };
    expect(kinds(listen(`v${'.'.repeat(windows - 1)}`, options))).toBe(`s${'q'.repeat(windows - 1)}`);
    const events = listen(`v${'.'.repeat(windows)}`, options);
    expect(kinds(events)).toBe(`s${'q'.repeat(windows)}e`);
    expect(events.at(-1)).toMatchObject({ atMs: (windows + 1) * 32, voicedMs: 32, lastVoicedMs: 32, by: 'silence' });
  });

  test('is not started by voice that pauses', () => {
    expect(follow('v  .  v  .  v  v', TWO_AND_TWO)).toBe('-  -  -  -  -  s');
  });

  test('is not ended by silence that pauses', () => {
    expect(follow('v  v  .  v  .  v  .  .', TWO_AND_TWO)).toBe('-  s  q  w  q  w  q  qe');
  });

  test('counts voiced windows only, and knows the last of them', () => {
    const events = listen('v v . v . .', TWO_AND_TWO);
    expect(events.map((event) => 'voicedMs' in event && [event.voicedMs, event.lastVoicedMs])).toEqual([
      [64, 64],
      [64, 64],
      [96, 128],
      [96, 128],
      [96, 128],
      [96, 128],
    ]);
  });

  test('has the next number when speech starts again', () => {
    const events = listen('v v . . v v', TWO_AND_TWO);
    expect(events.map(({ segment }) => segment)).toEqual([0, 0, 0, 0, 1]);
  });
});

describe('a window', () => {
  test('is voiced from the threshold on', () => {
    expect(kinds(listen([0.49], { minSpeechMs: 0 }))).toBe('');
    expect(kinds(listen([0.5], { minSpeechMs: 0 }))).toBe('s');
    expect(kinds(listen([0.51], { minSpeechMs: 0 }))).toBe('s');
  });

  test('directly after a voiced one of a segment is voiced from 0.15 below', () => {
    const voiced = (p: number): unknown => listen([0.9, p], { minSpeechMs: 0 }).at(-1);
    expect(voiced(0.34)).toMatchObject({ kind: 'window', voiced: false });
    expect(voiced(0.35)).toMatchObject({ kind: 'window', voiced: true });
    expect(voiced(0.36)).toMatchObject({ kind: 'window', voiced: true });
  });

  test('after a silent one needs the full threshold again', () => {
    const events = listen('v v . h h v h', TWO_AND_TWO);
    expect(kinds(events)).toBe('sqqe');
  });

  test('before the segment has started needs the full threshold', () => {
    expect(kinds(listen('v h v h', TWO_AND_TWO))).toBe('');
  });
});

describe('time', () => {
  test('a second without a frame ends the segment', () => {
    marbles(({ hot, expectObservable }) => {
      const frames = hot('   vv 998ms v 999ms -', FRAMES);
      expectObservable(frames.pipe(detect())).toBe('-s 998ms w 999ms x');
    });
  });

  test('a frame in the very instant of the stall comes first', () => {
    marbles(({ hot, expectObservable }) => {
      const frames = hot('   vv 999ms v 999ms -', FRAMES);
      expectObservable(frames.pipe(detect())).toBe('-s 999ms w 999ms x');
    });
  });

  test.each([
    [99, 'sx'],
    [100, 'sw'],
  ])('a process that has been blocked reads the frames that wait before it ends the segment (%i ms)', (ms, events) => {
    const clock = new VirtualClock();
    const [frames, found] = [new Subject<AudioFrame>(), [] as string[]];
    frames.pipe(detect({ scheduler: blocked(clock, ms) })).subscribe((event) => found.push(event));
    frames.next(windowFrame(0.9));
    frames.next(windowFrame(0.9));
    clock.flush(1000 + ms);
    frames.next(windowFrame(0.9));
    expect(found.join('')).toBe(events);
  });

  test('a process that has been blocked ends the segment if no frame waits', () => {
    const clock = new VirtualClock();
    const [frames, found] = [new Subject<AudioFrame>(), [] as string[]];
    frames.pipe(detect({ scheduler: blocked(clock, 5000) })).subscribe((event) => found.push(event));
    frames.next(windowFrame(0.9));
    frames.next(windowFrame(0.9));
    clock.flush(6019);
    expect(found.join('')).toBe('s');
    clock.flush(6020);
    expect(found.join('')).toBe('sx');
  });

  test('a stall waits for the scores of the audio before it', () => {
    marbles(({ hot, expectObservable }) => {
      const model = amplitudeModel(16000, 3000);
      expectObservable(hot('vv', FRAMES).pipe(detect({ model }))).toBe('3001ms (sx)');
    });
  });

  test('a stall comes before a mute of the instant in which its scores arrive', () => {
    const clock = new VirtualClock();
    const [frames, muted, probabilities] = [new Subject<AudioFrame>(), new Subject<boolean>(), new Subject<number>()];
    const model: VadModel = { ...amplitudeModel(), score: () => probabilities };
    const ends: string[] = [];
    frames.pipe(vad({ model, muted, minSpeechMs: 0, scheduler: clock })).subscribe((event) => {
      if (event.kind === 'started') muted.next(true);
      if (event.kind === 'ended') ends.push(event.by);
    });
    frames.next(windowFrame(1));
    clock.flush(1000);
    probabilities.next(0.9);
    expect(ends).toEqual(['stall']);
  });

  test('the end of the input ends the segment, after the last score', () => {
    marbles(({ hot, expectObservable }) => {
      const model = amplitudeModel(16000, 10);
      expectObservable(hot('vvv|', FRAMES).pipe(detect({ model }))).toBe('11ms s (wx|)');
    });
  });

  test('unsubscribes from the input, the mute switch and the model', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const frames = hot('vvvvv', FRAMES);
      const muted = hot<boolean>('-----');
      const probabilities = hot<number>('-----');
      const model: VadModel = { ...amplitudeModel(), score: () => probabilities };
      expectObservable(frames.pipe(detect({ model, muted })), '--!').toBe('-');
      for (const input of [frames, muted, probabilities]) expectSubscriptions(input.subscriptions).toBe('^-!');
    });
  });
});

describe('a turn that is over', () => {
  test('ends the segment in its pause; the next speech is another segment', () => {
    marbles(({ hot, expectObservable }) => {
      const frames = hot('vvv..-.vv', FRAMES);
      const ends = hot('  -----f---', { f: 0 });
      expectObservable(frames.pipe(detect({ ends })), '---------!').toBe('-swqqo--s');
    });
  });

  test.each([
    ['while the user speaks', 'vvv-vv', 0, '-sw-ww'],
    ['of another segment', '   vv.-..', 1, '-sq-qq'],
    ['without a segment', '    ...-..', 0, '------'],
  ])('does not end a segment %s', (_, speaks, segment, expected) => {
    marbles(({ hot, expectObservable }) => {
      const frames = hot(speaks, FRAMES);
      const ends = hot('---f--', { f: segment });
      expectObservable(frames.pipe(detect({ ends })), '------!').toBe(expected);
    });
  });

  test('is waited for until the windows before it are scored', () => {
    marbles(({ hot, expectObservable }) => {
      const model = amplitudeModel(16000, 5);
      const frames = hot('vv.-----', FRAMES);
      const ends = hot('  ---f----', { f: 0 });
      expectObservable(frames.pipe(detect({ model, ends })), '--------!').toBe('------s(qo)');
    });
  });
});

describe('muting', () => {
  test('ends the segment at once; audio until it is lifted is dropped', () => {
    marbles(({ hot, expectObservable }) => {
      const frames = hot('vvv-vv-vv', FRAMES);
      const muted = hot(' ---t--f--', flags);
      expectObservable(frames.pipe(detect({ muted })), '---------!').toBe('-swm----s');
    });
  });

  test('lets audio time pass, and nothing from before or within is padding afterwards', () => {
    const muted = new BehaviorSubject(false);
    const frames = new Subject<AudioFrame>();
    const events = collect(frames.pipe(vad({ model: amplitudeModel(), muted })));
    const speak = (count: number): void => Array.from({ length: count }).forEach(() => frames.next(windowFrame(0.9)));
    speak(3);
    muted.next(true);
    speak(2);
    muted.next(false);
    speak(2);
    expect(kinds(events)).toBe('swms');
    expect(events[2]).toMatchObject({ by: 'mute', atMs: 96 });
    expect(events[3]).toMatchObject({ segment: 1, atMs: 7 * 32 });
    expect(audioOf(events.slice(3)).length).toBe(2 * 512);
  });

  test('forgets the silence before it', () => {
    const muted = new BehaviorSubject(false);
    const frames = new Subject<AudioFrame>();
    const events = collect(frames.pipe(vad({ model: amplitudeModel(), muted })));
    for (const letter of ['.', '.', 'mute', 'v', 'v']) {
      if (letter === 'mute') [true, false].forEach((on) => muted.next(on));
      else frames.next(frameOf(letter));
    }
    expect(audioOf(events).length).toBe(2 * 512);
  });

  test('drops the voice that had not yet started a segment', () => {
    marbles(({ hot, expectObservable }) => {
      const frames = hot('v--v-v', FRAMES);
      const muted = hot(' -tf---', flags);
      expectObservable(frames.pipe(detect({ muted })), '------!').toBe('-----s');
    });
  });

  test('from the start, emits nothing', () => {
    expect(listen('vvvv', { muted: new BehaviorSubject(true) })).toEqual([]);
  });
});

test('two subscriptions are independent', () => {
  const events$ = from('.vv..'.split('').map(frameOf)).pipe(vad({ model: amplitudeModel(), ...TWO_AND_TWO }));
  expect(collect(events$)).toEqual(collect(events$));
});

test('an error of the input passes', () => {
  marbles(({ hot, expectObservable }) => {
    expectObservable(hot('vv#', FRAMES).pipe(detect())).toBe('-s#');
  });
});

test.each([
  'minSpeechMs',
  'minSilenceMs',
  'prefixPaddingMs',
  'maxBufferedSpeechMs',
  'activationThreshold',
  'maxUnscoredMs',
])('%s is a number from 0', (name) => {
  const make = (value: number) => () => vad({ model: amplitudeModel(), [name]: value });
  expect(make(0)).not.toThrow();
  expect(make(-0.001)).toThrow(name);
  expect(make(Number.NaN)).toThrow(name);
});

test.each([
  [{ windowSamples: 0 }, 'model.windowSamples'],
  [{ windowSamples: 16_001 }, 'model.windowSamples'],
  [{ sampleRate: 48_000 as never }, 'model.sampleRate'],
])('a model with %j is refused', (change, path) => {
  expect(() => vad({ model: { ...amplitudeModel(), ...change } })).toThrow(path);
});

/** Time in which what is due in a second comes so much too late. */
function blocked(clock: VirtualClock, ms: number): SchedulerLike {
  return {
    now: () => clock.now(),
    schedule: (work, delay, state) => clock.schedule(work, delay === 1000 ? delay + ms : delay, state),
  };
}
