import { describe, expect, it } from 'vitest';
import { wakeWord, type WakeWordOptions } from '../../operators/wakeWord.ts';
import type { Settlement, Transcript } from '../../src/core/speech.ts';
import { settlements, transcripts } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { flags } from '../support/letters.ts';

type Heard = Transcript | Settlement;
type Values = Readonly<Record<string, Heard>>;

const { n, N, f: d } = settlements;
const NOISE = { ...transcripts, n, N, d };
const words = ['how are you'];

const final = (text: string, segment = 0): Transcript => ({ kind: 'final', segment, text });

/** Expects a gate with 6 ms awake to turn the first diagram into the second. */
function expectGate(diagram: string, passed: string, values: Values, options: Partial<WakeWordOptions> = {}): void {
  marbles(({ hot, expectObservable }) => {
    const gate = wakeWord({ words, awakeMs: 6, ...options });
    expectObservable(hot(diagram, values).pipe(gate)).toBe(passed, values);
  });
}

/** Returns the part of a final that passes. */
function passedOf(text: string, options: Partial<WakeWordOptions>): string | null {
  const passed: Heard[] = [];
  marbles(({ hot }) => {
    const gate = wakeWord({ words, ...options });
    hot('a', { a: final(text) })
      .pipe(gate)
      .subscribe((event) => passed.push(event));
  });
  const [first] = passed;
  return first === undefined || first.kind === 'settled' ? null : first.text;
}

describe('wakeWord', () => {
  it('drops words before the wake word, and lets them through for a time behind it', () =>
    marbles(({ hot, expectObservable }) => {
      const said = hot('-i-f---J--F---f--------i---', transcripts);
      const passed = '  -n-----J--F---f--------n---';
      expectObservable(said.pipe(wakeWord({ words: ['how are you'], awakeMs: 6 }))).toBe(passed, NOISE);
    }));

  it.each([
    ['just before the time has passed', '-F----f-', '-F----f-'],
    ['when it has passed', '-F-----f', '-F-----n'],
    ['later', '-F------f', '-F------n'],
  ])('hears words that come %s', (_, said, passed) => expectGate(said, passed, NOISE, { awakeMs: 6 }));

  it('restarts the time with each word', () => expectGate('-F---i---f---i', '-F---i---f---i', NOISE));

  it('lets settlements through, asleep and awake, in their order', () =>
    expectGate('-(fd)-(Fd)-|', '-(nd)-(Fd)-|', NOISE));

  it('settles a segment as noise once, and again after words of it that passed', () =>
    expectGate('-i-j-f-F-f-------i', '-n-----F-f-------n', NOISE));

  it('is not woken by an interim, and retracts it if the final lacks the word', () => {
    const values = { ...NOISE, a: final('', 1), b: final('hello', 1) };
    expectGate('-J-i-b-f--', '-J-n-a----', values);
  });

  it('is woken by an interim if there is no final', () =>
    expectGate('-J-x-f----f', '-J-x-f----f', { ...NOISE, x: settlements.T }));

  it('stays awake while busy, if it is awake, and counts from its end', () =>
    marbles(({ hot, expectObservable }) => {
      const busy = hot('  ---t---------f-----------------t---f', flags);
      const said = hot('  -F---------f------i-f--------f------i', transcripts);
      const passed = '    -F---------f------i-f--------n-------';
      expectObservable(said.pipe(wakeWord({ words, awakeMs: 6, busy }))).toBe(passed, NOISE);
    }));

  it('is also woken while busy', () =>
    marbles(({ hot, expectObservable }) => {
      const busy = hot('  t-----------------f', flags);
      const said = hot('  -f---F--------f---------f', transcripts);
      const passed = '    -n---F--------f---------n';
      expectObservable(said.pipe(wakeWord({ words, awakeMs: 6, busy }))).toBe(passed, NOISE);
    }));

  it.each([
    ['begins with it', 'Well, how are you today?', {}, 'how are you today?'],
    ['begins behind it', 'Well, how are you today?', { keepWord: false }, 'today?'],
    [
      'knows neither case nor punctuation',
      'Hey, Concierge! Help.',
      { words: ['hey concierge'] },
      'Hey, Concierge! Help.',
    ],
    ['knows the first of several', 'so computer hey you', { words: ['you', 'computer'] }, 'computer hey you'],
    ['is not part of a longer word', 'the concierges', { words: ['concierge'] }, null],
    ['may be within text without spaces', '那么小助手你好', { words: ['小助手'] }, '小助手你好'],
    ['may have an accent', 'Bonjour Zoé', { words: ['zoé'] }, 'Zoé'],
  ])('the text %s', (_, text, options, expected) => expect(passedOf(text, options)).toBe(expected));

  it('is awake after a wake word alone, and emits nothing of it', () =>
    expectGate('-(Fd)-f', '-d----f', NOISE, { keepWord: false }));

  it('drops the words and their times if it changes the text', () => {
    const timed = [{ text: 'well', startMs: 0, endMs: 100 }];
    const values = {
      a: { ...final('well how are you'), words: timed, confidence: 0.5 },
      b: { ...final('how are you'), confidence: 0.5 },
    };
    expectGate('a', 'b', values);
  });

  it.each([
    ['no word', [], 'at least one wake word, got none'],
    ['a word without letters', ['?!'], 'words with letters, got "?!"'],
  ])('refuses %s', (_, given, message) => expect(() => wakeWord({ words: given })).toThrow(message));

  it('refuses a negative time', () => expect(() => wakeWord({ words, awakeMs: -1 })).toThrow('awakeMs'));

  it('unsubscribes from `busy` with its source', () =>
    marbles(({ hot, expectSubscriptions }) => {
      const busy = hot('t------', flags);
      hot('-F-|', transcripts).pipe(wakeWord({ words, busy })).subscribe();
      expectSubscriptions(busy.subscriptions).toBe('^--!');
    }));
});
