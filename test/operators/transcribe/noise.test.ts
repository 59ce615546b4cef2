import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { TranscribeOptions } from '../../../operators/transcribe.ts';
import type { SttEvent } from '../../../src/core/ports.ts';
import type { VadEvent } from '../../../src/core/speech.ts';
import { activity, voicedWindow } from '../../../src/testing/fixtures.ts';
import { sttEvents } from '../../support/letters.ts';
import { letters, createHarness, type Harness } from './score.ts';

const [i, j, f, e, x] = ['i', 'j', 'f', 'e', 'x'].map((letter) => sttEvents[letter] as SttEvent) as [
  SttEvent,
  SttEvent,
  SttEvent,
  SttEvent,
  SttEvent,
];

describe('with interims', () => {
  it.each([
    [2999, ''],
    [3000, 'n'],
    [3001, 'n'],
  ])('%i ms of voice without a word', (ms, output) => {
    const test = createHarness();
    test.speak(activity.s, voicedWindow(ms));
    expect(letters(test)).toBe(output);
  });

  it.each([
    [3999, 'i'],
    [4000, 'in'],
    [4001, 'in'],
  ])('%i ms of voice with a word after a second', (ms, output) => {
    const test = createHarness();
    test.speak(activity.s, voicedWindow(1000));
    test.say(i);
    test.speak(voicedWindow(ms));
    expect(letters(test)).toBe(output);
  });

  it('a final is a word as well, the same interim once more is none', () => {
    const test = createHarness();
    test.speak(activity.s, voicedWindow(1000));
    test.say(f);
    test.speak(voicedWindow(2000));
    test.say(i);
    test.speak(voicedWindow(4000));
    test.say(i);
    test.speak(voicedWindow(4999));
    expect(letters(test)).toBe('fi');
    test.speak(voicedWindow(5000));
    expect(letters(test)).toBe('fin');
  });

  it('silence does not make noise: only voiced time counts', () => {
    const test = createHarness();
    test.speak(activity.s, voicedWindow(2990), { ...activity.q, voicedMs: 2990, atMs: 60_000 } as VadEvent);
    expect(letters(test)).toBe('');
  });

  it('noise is emitted once, and the segment is settled at its end', () => {
    const test = createHarness();
    test.speak(activity.s, voicedWindow(3000), voicedWindow(6000), voicedWindow(9000), activity.e);
    test.say(e);
    expect(letters(test)).toBe('ne');
  });

  it('that brings words after all is noise again when it brings no further ones', () => {
    const test = createHarness();
    test.speak(activity.s, voicedWindow(3000));
    test.say(i);
    test.speak(voicedWindow(5999));
    expect(letters(test)).toBe('ni');
    test.speak(voicedWindow(6000));
    expect(letters(test)).toBe('nin');
  });

  it('the recogniser is never flushed before the end', () => {
    const test = createHarness();
    test.speak(activity.s, voicedWindow(60_000), activity.e);
    expect(test.inputs.map(({ kind }) => kind)).toEqual(['start', 'end']);
  });

  it('another time can be chosen', () => {
    const test = createHarness({ noiseMs: 500 });
    test.speak(activity.s, voicedWindow(500));
    expect(letters(test)).toBe('n');
  });
});

describe('without interims', () => {
  const noInterims = { interims: false };

  it.each([
    [9999, []],
    [10_000, ['flush']],
    [10_001, ['flush']],
  ])('after %i ms of voice the recogniser is flushed', (ms, asked) => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(3000), voicedWindow(ms));
    expect(test.inputs.slice(1).map(({ kind }) => kind)).toEqual(asked);
    expect(letters(test)).toBe('');
  });

  it('it is flushed again after each ten seconds more, once', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, ...[10_000, 10_032, 19_999, 20_000, 20_032].map((ms) => voicedWindow(ms)));
    expect(test.inputs.filter(({ kind }) => kind === 'flush')).toHaveLength(2);
  });

  it('in each segment anew', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(10_000), activity.e, activity.S, voicedWindow(9999, 1));
    const flushes = () => test.inputs.filter(({ kind }) => kind === 'flush').map(({ segment }) => segment);
    expect(flushes()).toEqual([0]);
    test.speak(voicedWindow(10_000, 1));
    expect(flushes()).toEqual([0, 1]);
  });

  it('an empty answer makes it noise', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(10_000));
    test.say(e);
    expect(letters(test)).toBe('n');
  });

  it('a text is no noise, and does not settle the segment', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(10_000));
    test.say(f);
    test.speak(activity.e);
    expect(letters(test)).toBe('f');
    test.say(e);
    expect(letters(test)).toBe('fe');
  });

  it('ten seconds without a further word are noise, however slow the first text was', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(10_000), voicedWindow(10_512));
    test.say(f);
    test.speak(voicedWindow(20_000));
    test.say(e);
    expect(letters(test)).toBe('fn');
  });

  it('a final that comes without a flush counts from when it came', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(5000));
    test.say(f);
    test.speak(voicedWindow(10_000));
    test.say(e);
    expect(letters(test)).toBe('f');
    test.speak(voicedWindow(20_000));
    test.say(e);
    expect(letters(test)).toBe('fn');
  });

  it('words that follow the noise are passed on, and the segment is settled at its end', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(10_000));
    test.say(e);
    test.speak(voicedWindow(20_000));
    test.say(f);
    test.speak(activity.e);
    test.say(e);
    expect(letters(test)).toBe('nfe');
  });

  it('a recogniser that does not answer in time is taken to have no words', () => {
    const test = createHarness({ ...noInterims, finalTimeoutMs: 2500 });
    test.speak(activity.s, voicedWindow(10_000));
    test.clock.maxFrames = 2499;
    test.clock.flush();
    expect(letters(test)).toBe('');
    test.clock.maxFrames = 2500;
    test.clock.flush();
    expect([letters(test), test.reported.map(({ code }) => code)]).toEqual(['n', ['stt_timeout']]);
  });

  it('the answer to the end is not taken for the one that never came', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(10_000));
    test.clock.flush();
    test.speak(activity.e);
    test.say(f);
    expect(letters(test)).toBe('nfd');
  });

  it('flushed and ended, it has two answers to give', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(10_000), activity.e);
    test.say(f);
    expect(letters(test)).toBe('f');
    test.say(e);
    expect(letters(test)).toBe('fe');
  });

  it('flushed and ended, it may fail', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(10_000), activity.e);
    test.say(x);
    expect(letters(test)).toBe('x');
  });

  it('interims, should they come, are passed on', () => {
    const test = createHarness(noInterims);
    test.speak(activity.s, voicedWindow(100));
    test.say(i, j);
    expect(letters(test)).toBe('ij');
  });

  it('another time can be chosen', () => {
    const test = createHarness({ ...noInterims, noiseWithoutInterimsMs: 500 });
    test.speak(activity.s, voicedWindow(500));
    test.say(e);
    expect(letters(test)).toBe('n');
  });
});

describe('while an answer waits', () => {
  /** A second of sound, ended; its words are awaited. */
  const sound = (segment: number, atMs: number): readonly VadEvent[] => [
    { kind: 'started', segment, atMs: atMs + 64, voicedMs: 64, lastVoicedMs: atMs + 64, audio: [] },
    { kind: 'window', segment, atMs: atMs + 992, voiced: true, voicedMs: 992, lastVoicedMs: atMs + 992, audio: [] },
    { kind: 'ended', segment, atMs: atMs + 1568, voicedMs: 992, lastVoicedMs: atMs + 992, by: 'silence' },
  ];

  /** Each event comes at the end of its audio, and `lateMs` later. */
  function play(test: Harness, events: readonly VadEvent[], lateMs = 0): void {
    for (const event of events) test.clock.schedule(() => test.speak(event), event.atMs + lateMs - test.clock.now());
  }

  function noiseAt(options: Partial<TranscribeOptions>, begin: (test: Harness) => void): readonly string[] {
    const found: string[] = [];
    const test = createHarness({ finalTimeoutMs: 60_000, ...options });
    const { output } = test;
    output.push = (...events) => {
      for (const event of events)
        if (event.kind === 'settled') found.push(`${event.segment} ${event.by} ${test.clock.now()}`);
      return 0;
    };
    begin(test);
    test.clock.maxFrames = 30_000;
    test.clock.flush();
    return found;
  }

  it('a sound whose words are awaited is noise 3 s after it began', () => {
    expect(noiseAt({ waiting: of(true) }, (test) => play(test, sound(0, 0)))).toEqual(['0 noise 3000']);
    expect(noiseAt({ waiting: of(false) }, (test) => play(test, sound(0, 0)))).toEqual([]);
  });

  it('sounds that follow each other are noise 3 s after the first', () => {
    const sounds = [sound(0, 0), sound(1, 1696), sound(2, 3392)].flat();
    expect(noiseAt({ waiting: of(true) }, (test) => play(test, sounds))).toEqual([
      '0 noise 3264',
      '1 noise 3264',
      '2 noise 3456',
    ]);
  });

  it('a process that was busy for 10 s takes nothing for noise that had no time to get words', () => {
    expect(noiseAt({ waiting: of(true) }, (test) => play(test, sound(0, 0), 10_000))).toEqual(['0 noise 13000']);
    const [started, ...late] = sound(0, 0);
    const begin = (test: Harness): void => {
      play(test, [started as VadEvent]);
      play(test, late, 10_000);
    };
    expect(noiseAt({ waiting: of(true) }, begin)).toEqual(['0 noise 13000']);
  });
});
