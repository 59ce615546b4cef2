import { NEVER, of, throwError, type Observable, type SchedulerLike } from 'rxjs';
import { TestScheduler, type RunHelpers } from 'rxjs/testing';
import { describe, expect, test } from 'vitest';
import { bySentence, type SentenceEvent } from '../../../src/wire/tts/bySentence.ts';
import type { TtsEvent } from '../../../src/core/ports.ts';

type Score = (helpers: RunHelpers, scheduler: TestScheduler) => void;

const marbles = (score: Score): void => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run((helpers) => score(helpers, scheduler));
};

const sounds: Record<string, SentenceEvent> = { A: audio(10), B: audio(20), C: audio(5) };

/** Letters are audio, digits are marks. */
const values: Record<string, TtsEvent> = {
  ...sounds,
  1: { kind: 'mark', chars: 1 },
  2: { kind: 'mark', chars: 2 },
  3: { kind: 'mark', chars: 3 },
  4: { kind: 'mark', chars: 4 },
};

describe('bySentence', () => {
  test('speaks in order, one sentence ahead of what is heard', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const a = cold('(A|)', sounds);
      const b = cold('(AA|)', sounds);
      const c = cold('(C|)', sounds);
      const text = cold('(abca|)');
      const utterance = bySentence(voiceOf({ a, b, c }))(text);

      expectObservable(utterance).toBe('(A1AA2) 3ms (C3) 16ms (A4|)', values);
      expectSubscriptions(a.subscriptions).toBe(['(^!)', '30ms (^!)']);
      expectSubscriptions(b.subscriptions).toBe('(^!)');
      expectSubscriptions(c.subscriptions).toBe('10ms (^!)');
    }));

  test('begins a sentence only when all of the one before has come', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const a = cold('5ms A 29ms A 3ms |', sounds);
      const b = cold('(B|)', sounds);
      const utterance = bySentence(voiceOf({ a, b }))(cold('(ab|)'));

      expectObservable(utterance).toBe('5ms A 29ms A 3ms (1B2|)', values);
      expectSubscriptions(b.subscriptions).toBe('39ms (^!)');
    }));

  test('counts play time from the first audio, and anew after a gap', () =>
    marbles(({ cold, expectObservable }) => {
      const a = cold('50ms (A|)', sounds);
      const b = cold('40ms (B|)', sounds);
      const c = cold('(C|)', sounds);
      const utterance = bySentence(voiceOf({ a, b, c }))(cold('(abcc|)'));
      // a plays 50 to 60, b 90 to 110, so that c begins at once at 90 and its like at 110
      expectObservable(utterance).toBe('50ms (A1) 36ms (B2C3) 14ms (C4|)', values);
    }));

  for (const [arrives, begins] of [
    [9, 10],
    [10, 10],
    [11, 11],
  ] as const)
    test(`text that comes after ${arrives} ms of play is begun after ${begins} ms, when the sentence before it plays`, () =>
      marbles(({ cold, expectSubscriptions, flush }) => {
        const a = cold('(A|)', sounds);
        const b = cold('(B|)', sounds);
        const c = cold('(C|)', sounds);
        bySentence(voiceOf({ a, b, c }))(cold(`(ab) ${arrives - 4}ms (c|)`)).subscribe();
        flush();
        expectSubscriptions(c.subscriptions).toBe(`${begins}ms (^!)`);
      }));

  test('moves word timings to where they are in the utterance', () =>
    marbles(({ cold, expectObservable }) => {
      const hi = cold('(wA|)', { ...sounds, w: words(0, 2, 1, 9) });
      const you = cold('(wB|)', { ...sounds, w: words(1, 4, 2, 20) });
      const utterance = bySentence(voiceOf({ 'hi ': hi, '"you"': you }))(cold('(hy|)', { h: 'hi ', y: '"you"' }));

      expectObservable(utterance).toBe('(wA3xB8|)', {
        ...values,
        w: words(0, 2, 1, 9),
        x: words(4, 7, 12, 30),
        8: { kind: 'mark', chars: 8 },
      });
    }));

  test('marks what holds nothing to speak, and does not ask the voice for it', () =>
    marbles(({ cold, expectObservable }) => {
      const a = cold('(A|)', sounds);
      const utterance = bySentence(voiceOf({ a }))(cold('(nas|)', { n: '\n', a: 'a', s: '—…' }));

      expectObservable(utterance).toBe('(1A24|)', values);
    }));

  for (const sentence of ['7', '€', '😀', 'ق'])
    test(`speaks ${sentence}`, () =>
      marbles(({ cold, expectSubscriptions, flush }) => {
        const a = cold('(A|)', sounds);
        bySentence(voiceOf({ [sentence]: a }))(of(sentence)).subscribe();
        flush();
        expectSubscriptions(a.subscriptions).toBe('(^!)');
      }));

  test('a sentence without audio keeps none waiting', () =>
    marbles(({ cold, expectObservable }) => {
      const a = cold('(A|)', sounds);
      const b = cold('(B|)', sounds);
      const utterance = bySentence(voiceOf({ a, b, o: cold('|') }))(cold('(aob)'));

      expectObservable(utterance, '^ 20ms !').toBe('(A12B3)', values);
    }));

  test('goes on as long as the text does, and completes with it', () =>
    marbles(({ cold, expectObservable }) => {
      const a = cold('(A|)', sounds);
      expectObservable(bySentence(voiceOf({ a }))(cold('a 99ms |'))).toBe('(A1) 96ms |', values);
      expectObservable(bySentence(voiceOf({ a }))(cold('|'))).toBe('|');
    }));

  test('unsubscribing cancels the sentence under way', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const a = cold('-A---A---|', sounds);
      const text = cold('a------');
      expectObservable(bySentence(voiceOf({ a }))(text), '^--!').toBe('-A', values);
      expectSubscriptions(a.subscriptions).toBe('^--!');
      expectSubscriptions(text.subscriptions).toBe('^--!');
    }));

  test('unsubscribing cancels the wait for the next one', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const c = cold('(C|)', sounds);
      const utterance = bySentence(voiceOf({ a: cold('(A|)', sounds), b: cold('(B|)', sounds), c }))(cold('(abc|)'));
      expectObservable(utterance, '^ 8ms !').toBe('(A1B2)', values);
      expectSubscriptions(c.subscriptions).toBe([]);
    }));

  test('an error of the text cancels the sentence under way', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const a = cold('-A---A---|', sounds);
      expectObservable(bySentence(voiceOf({ a }))(cold('a--#'))).toBe('-A-#', values);
      expectSubscriptions(a.subscriptions).toBe('^--!');
    }));

  test('an error of the voice ends the utterance, after the audio that came', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const text = cold('(ab)');
      expectObservable(bySentence(voiceOf({ a: cold('-A-#', sounds), b: NEVER }))(text)).toBe('-A-#', values);
      expectSubscriptions(text.subscriptions).toBe('^--!');
    }));

  test('each subscription is an utterance of its own', () =>
    marbles(({ cold, expectObservable }) => {
      const utterance = bySentence(voiceOf({ a: cold('(A|)', sounds) }))(cold('a'));
      expectObservable(utterance).toBe('(A1)', values);
      expectObservable(utterance, '3ms ^').toBe('3ms (A1)', values);
    }));

  test('a wall clock set back an hour delays a sentence by what is unplayed, not by an hour', () =>
    marbles(({ cold, expectSubscriptions, flush }, scheduler) => {
      const c = cold('(C|)', sounds);
      const voice = voiceOf({ a: cold('(A|)', sounds), b: cold('(B|)', sounds), c });
      bySentence(voice, { scheduler: setBack(scheduler, 3) })(cold('(ab) 1ms (c|)')).subscribe();
      flush();
      expectSubscriptions(c.subscriptions).toBe('15ms (^!)');
    }));
});

function audio(ms: number): SentenceEvent {
  return { kind: 'audio', frame: { samples: new Int16Array(ms), sampleRate: 1000 } };
}

function words(from: number, to: number, startMs: number, endMs: number): SentenceEvent {
  return { kind: 'words', words: [{ from, to, startMs, endMs }] };
}

function voiceOf(voice: Record<string, Observable<SentenceEvent>>): (sentence: string) => Observable<SentenceEvent> {
  return (sentence) => voice[sentence] ?? throwError(() => new Error(`was asked for "${sentence}"`));
}

/** `scheduler`, but its clock is an hour behind from `ms` on. */
function setBack(scheduler: TestScheduler, ms: number): SchedulerLike {
  return {
    now: () => (scheduler.now() < ms ? scheduler.now() : scheduler.now() - 3_600_000),
    schedule: scheduler.schedule.bind(scheduler),
  };
}
