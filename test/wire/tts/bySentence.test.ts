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

const sounds: Record<string, SentenceEvent> = { a: audio(10), b: audio(20), c: audio(5) };

/** `a` `b` `c` the audio of the sentence with that letter · `1` to `4` marks. */
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
      const a = cold('(a|)', sounds);
      const b = cold('(aa|)', sounds);
      const c = cold('(c|)', sounds);
      const text = cold('(abca|)');
      const utterance = bySentence(voiceOf({ a, b, c }))(text);

      expectObservable(utterance).toBe('(a1aa2) 3ms (c3) 16ms (a4|)', values);
      expectSubscriptions(a.subscriptions).toBe(['(^!)', '30ms (^!)']);
      expectSubscriptions(b.subscriptions).toBe('(^!)');
      expectSubscriptions(c.subscriptions).toBe('10ms (^!)');
    }));

  test('begins a sentence only when all of the one before has come', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const a = cold('5ms a 29ms a 3ms |', sounds);
      const b = cold('(b|)', sounds);
      const utterance = bySentence(voiceOf({ a, b }))(cold('(ab|)'));

      expectObservable(utterance).toBe('5ms a 29ms a 3ms (1b2|)', values);
      expectSubscriptions(b.subscriptions).toBe('39ms (^!)');
    }));

  test('counts play time from the first audio, and anew after a gap', () =>
    marbles(({ cold, expectObservable }) => {
      const a = cold('50ms (a|)', sounds);
      const b = cold('40ms (b|)', sounds);
      const c = cold('(c|)', sounds);
      const utterance = bySentence(voiceOf({ a, b, c }))(cold('(abcc|)'));
      // a plays 50 to 60, b 90 to 110, so that c begins at once at 90 and its like at 110
      expectObservable(utterance).toBe('50ms (a1) 36ms (b2c3) 14ms (c4|)', values);
    }));

  for (const [arrives, begins] of [
    [9, 10],
    [10, 10],
    [11, 11],
  ] as const)
    test(`text that comes after ${arrives} ms of play is begun after ${begins} ms, when the sentence before it plays`, () =>
      marbles(({ cold, expectSubscriptions, flush }) => {
        const a = cold('(a|)', sounds);
        const b = cold('(b|)', sounds);
        const c = cold('(c|)', sounds);
        bySentence(voiceOf({ a, b, c }))(cold(`(ab) ${arrives - 4}ms (c|)`)).subscribe();
        flush();
        expectSubscriptions(c.subscriptions).toBe(`${begins}ms (^!)`);
      }));

  test('moves word timings to where they are in the utterance', () =>
    marbles(({ cold, expectObservable }) => {
      const hi = cold('(wa|)', { ...sounds, w: words(0, 2, 1, 9) });
      const you = cold('(Wb|)', { ...sounds, W: words(1, 4, 2, 20) });
      const utterance = bySentence(voiceOf({ 'hi ': hi, '"you"': you }))(cold('(ab|)', { a: 'hi ', b: '"you"' }));

      expectObservable(utterance).toBe('(wa3Wb8|)', {
        ...values,
        w: words(0, 2, 1, 9),
        W: words(4, 7, 12, 30),
        8: { kind: 'mark', chars: 8 },
      });
    }));

  test('marks a sentence that holds nothing to speak, and does not request it', () =>
    marbles(({ cold, expectObservable }) => {
      const a = cold('(a|)', sounds);
      const utterance = bySentence(voiceOf({ a }))(cold('(nas|)', { n: '\n', a: 'a', s: '—…' }));

      expectObservable(utterance).toBe('(1a24|)', values);
    }));

  for (const sentence of ['7', '€', '😀', 'ق'])
    test(`speaks ${sentence}`, () =>
      marbles(({ cold, expectSubscriptions, flush }) => {
        const a = cold('(a|)', sounds);
        bySentence(voiceOf({ [sentence]: a }))(of(sentence)).subscribe();
        flush();
        expectSubscriptions(a.subscriptions).toBe('(^!)');
      }));

  test('a sentence without audio keeps none waiting', () =>
    marbles(({ cold, expectObservable }) => {
      const a = cold('(a|)', sounds);
      const b = cold('(b|)', sounds);
      const utterance = bySentence(voiceOf({ a, b, o: cold('|') }))(cold('(aob)'));

      expectObservable(utterance, '^ 20ms !').toBe('(a12b3)', values);
    }));

  test('goes on as long as the text does, and completes with it', () =>
    marbles(({ cold, expectObservable }) => {
      const a = cold('(a|)', sounds);
      expectObservable(bySentence(voiceOf({ a }))(cold('a 99ms |'))).toBe('(a1) 96ms |', values);
      expectObservable(bySentence(voiceOf({ a }))(cold('|'))).toBe('|');
    }));

  test('unsubscribing cancels the sentence under way', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const a = cold('-a---a---|', sounds);
      const text = cold('a------');
      expectObservable(bySentence(voiceOf({ a }))(text), '^--!').toBe('-a', values);
      expectSubscriptions(a.subscriptions).toBe('^--!');
      expectSubscriptions(text.subscriptions).toBe('^--!');
    }));

  test('unsubscribing cancels the wait for the next one', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const c = cold('(c|)', sounds);
      const utterance = bySentence(voiceOf({ a: cold('(a|)', sounds), b: cold('(b|)', sounds), c }))(cold('(abc|)'));
      expectObservable(utterance, '^ 8ms !').toBe('(a1b2)', values);
      expectSubscriptions(c.subscriptions).toBe([]);
    }));

  test('an error of the text cancels the sentence under way', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const a = cold('-a---a---|', sounds);
      expectObservable(bySentence(voiceOf({ a }))(cold('a--#'))).toBe('-a-#', values);
      expectSubscriptions(a.subscriptions).toBe('^--!');
    }));

  test('an error of a sentence ends the utterance, after the audio that came', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const text = cold('(ab)');
      expectObservable(bySentence(voiceOf({ a: cold('-a-#', sounds), b: NEVER }))(text)).toBe('-a-#', values);
      expectSubscriptions(text.subscriptions).toBe('^--!');
    }));

  test('each subscription is an utterance of its own', () =>
    marbles(({ cold, expectObservable }) => {
      const utterance = bySentence(voiceOf({ a: cold('(a|)', sounds) }))(cold('a'));
      expectObservable(utterance).toBe('(a1)', values);
      expectObservable(utterance, '3ms ^').toBe('3ms (a1)', values);
    }));

  test('a wall clock set back an hour delays a sentence by what is unplayed, not by an hour', () =>
    marbles(({ cold, expectSubscriptions, flush }, scheduler) => {
      const c = cold('(c|)', sounds);
      const voice = voiceOf({ a: cold('(a|)', sounds), b: cold('(b|)', sounds), c });
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
