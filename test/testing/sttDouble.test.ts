import { NEVER, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import type { SttEvent, SttInput } from '../../src/core/ports.ts';
import type { SttUtterance } from '../../src/testing/doubles/sttSegment.ts';
import { createSttDouble, type SttDoubleOptions } from '../../src/testing/doubles/stt.ts';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';
import { sttInputs } from '../support/letters.ts';
import { score } from './support.ts';

const interim = (text: string, segment = 0): SttEvent => ({ kind: 'interim', segment, text });
const final = (text: string, segment = 0): SttEvent => ({ kind: 'final', segment, text });
const answer = (text: string, segment = 0): SttEvent => ({ kind: 'final', segment, text, last: true });
const part = (text: string): SttEvent => ({ kind: 'final', segment: 0, text, last: false });
const empty = (segment = 0): SttEvent => ({ kind: 'empty', segment });

type Options = Omit<SttDoubleOptions, 'says'>;

/** What a recogniser of 100 ms per word that answers after 3 ms makes of `marbles`. */
function hears(
  says: SttDoubleOptions['says'] | SttUtterance,
  options: Options = {},
): (speech: Observable<SttInput>) => Observable<SttEvent> {
  const script = Array.isArray(says) || typeof says === 'function' ? says : [says as SttUtterance];
  return (speech) => createSttDouble({ says: script, msPerWord: 100, delayMs: 3, ...options }).transcribe(speech);
}

test('words come as interims while they sound, the final comes after the end', () => {
  score(({ hot, expectObservable }) => {
    const speech = hot('sv.ve---|', sttInputs);
    const values = { a: interim('book'), b: interim('book a'), c: answer('book a table') };
    expectObservable(speech.pipe(hears(['book a table']))).toBe('-a-b---c|', values);
  });
});

test('a word takes msPerWord: until the next one there is no new interim', () => {
  score(({ hot, expectObservable }) => {
    const values = { a: interim('book'), b: interim('book a') };
    expectObservable(hot('svvvvv|', sttInputs).pipe(hears(['book a table'], { msPerWord: 200 }))).toBe(
      '--a-b-|',
      values,
    );
  });
});

test('sound after the last word brings nothing new', () => {
  score(({ hot, expectObservable }) => {
    const values = { a: interim('yes'), b: interim('no') };
    expectObservable(hot('svvv|', sttInputs).pipe(hears(['yes']))).toBe('-a--|', values);
    expectObservable(hot('svvv|', sttInputs).pipe(hears({ text: 'yes', interims: ['yes', 'no'] }))).toBe(
      '-ab-|',
      values,
    );
  });
});

test('without interims only the final comes', () => {
  score(({ hot, expectObservable }) => {
    const speech = hot('svve----|', sttInputs);
    expectObservable(speech.pipe(hears(['two words'], { interims: false }))).toBe('------a-|', {
      a: answer('two words'),
    });
  });
});

test('an answer without delay comes in the instant of the end, one with a delay outlives its input', () => {
  score(({ hot, expectObservable }) => {
    const values = { a: answer('yes') };
    expectObservable(hot('se|', sttInputs).pipe(hears(['yes'], { delayMs: 0 }))).toBe('-a|', values);
    expectObservable(hot('se|', sttInputs).pipe(hears(['yes']))).toBe('----(a|)', values);
  });
});

test('segments are answered each for itself, also when they overlap; beyond the script there are no words', () => {
  score(({ hot, expectObservable }) => {
    const speech = hot('seSE----|', sttInputs);
    expectObservable(speech.pipe(hears(['one']))).toBe('----a-b-|', { a: answer('one'), b: empty(1) });
  });
});

test('a script may be a function of the segment', () => {
  score(({ hot, expectObservable }) => {
    const says = (segment: number): string | undefined => (segment === 1 ? 'second' : undefined);
    expectObservable(hot('seSE----|', sttInputs).pipe(hears(says))).toBe('----a-b-|', {
      a: empty(),
      b: answer('second', 1),
    });
  });
});

test('a flush is answered with the words so far, the end with the rest', () => {
  score(({ hot, expectObservable }) => {
    const speech = hot('svf---e---|', sttInputs);
    const values = { a: interim('one'), b: answer('one'), c: answer('two three') };
    expectObservable(speech.pipe(hears(['one two three']))).toBe('-a---b---c|', values);
  });
});

test('a flush before the first word and an end after the last are answered empty', () => {
  score(({ hot, expectObservable }) => {
    const speech = hot('sf---vf---e---|', sttInputs);
    const values = { a: empty(), b: interim('one'), c: answer('one') };
    expectObservable(speech.pipe(hears(['one']))).toBe('----ab---c---a|', values);
  });
});

test('of several texts each is a final: early once its words were heard, the rest with the answer', () => {
  score(({ hot, expectObservable }) => {
    const speech = hot('svvve------|', sttInputs);
    const utterance = { text: ['one two', 'three four', 'five'] };
    const values = {
      a: interim('one'),
      b: final('one two'),
      c: interim('three'),
      d: part('three four'),
      e: answer('five'),
    };
    expectObservable(speech.pipe(hears(utterance))).toBe('-abc---(de)|', values);
  });
});

test('interims can be set one by one, backwards too', () => {
  score(({ hot, expectObservable }) => {
    const speech = hot('svvv|', sttInputs);
    const utterance = { text: 'what time is it', interims: ['what time', 'what', 'what time is'] };
    const values = { a: interim('what time'), b: interim('what'), c: interim('what time is') };
    expectObservable(speech.pipe(hears(utterance))).toBe('-abc|', values);
  });
});

test('a segment can be answered empty, although its interims had words', () => {
  score(({ hot, expectObservable }) => {
    const values = { a: interim('one'), b: empty() };
    expectObservable(hot('sve---|', sttInputs).pipe(hears({ text: 'one', answer: 'empty' }))).toBe('-a---b|', values);
  });
});

test('a segment can fail, and the next one is heard all the same', () => {
  score(({ hot, expectObservable }) => {
    const error = new Error('the STT double fails, as configured');
    const says = [{ text: 'one', answer: 'failed' as const }, 'two'];
    const values = { a: { kind: 'failed' as const, segment: 0, error }, b: answer('two', 1) };
    expectObservable(hot('seSE----|', sttInputs).pipe(hears(says))).toBe('----a-b-|', values);
  });
});

test('a recogniser can stay silent', () => {
  score(({ hot, expectObservable }) => {
    expectObservable(hot('se------|', sttInputs).pipe(hears({ text: 'one', answer: 'none' }))).toBe('--------|');
  });
});

test('a recogniser can break as a whole', () => {
  score(({ hot, expectObservable }) => {
    const broken = new Error('stt-double breaks, as configured');
    expectObservable(hot('se------|', sttInputs).pipe(hears({ text: '', answer: 'breaks' }))).toBe('----#', {}, broken);
  });
});

test('a final can come late, and another after the answer', () => {
  score(({ hot, expectObservable }) => {
    expectObservable(hot('se|', sttInputs).pipe(hears({ text: 'one', delayMs: 2000 }))).toBe('- 2000ms (a|)', {
      a: answer('one'),
    });
    expectObservable(hot('se|', sttInputs).pipe(hears({ text: 'one', delayMs: Number.POSITIVE_INFINITY }))).toBe('---');
    const utterance: SttUtterance = { text: '', late: { text: 'after all', afterMs: 5 } };
    expectObservable(hot('se|', sttInputs).pipe(hears(utterance))).toBe('----a----(b|)', {
      a: empty(),
      b: final('after all'),
    });
  });
});

test('two subscriptions are independent, and unsubscribing closes what waits', () => {
  const ledger = new SubscriptionLedger();
  const stt = createSttDouble({ says: ['one'], ledger });
  const both = [stt.transcribe(NEVER).subscribe(), stt.transcribe(NEVER).subscribe()];
  expect(ledger.open()).toEqual({ stt: 2 });
  for (const each of both) each.unsubscribe();
  expect(ledger.open()).toEqual({});
  score(({ hot, expectObservable }) => {
    const heard = hot('se------|', sttInputs).pipe(hears(['one']));
    expectObservable(heard, '--!').toBe('--');
    expectObservable(heard).toBe('----a---|', { a: answer('one') });
  });
});

test('it has the properties that were set', () => {
  expect(createSttDouble({ says: [] })).toMatchObject({
    name: 'stt-double',
    sampleRate: 16_000,
    finalTimeoutMs: 1000,
    interims: true,
  });
  const properties = { name: 'mine', sampleRate: 8000, finalTimeoutMs: 2500, interims: false };
  expect(createSttDouble({ says: [], ...properties })).toMatchObject(properties);
});
