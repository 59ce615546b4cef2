import { describe, expect, it } from 'vitest';
import { emptyList, itemsOf } from '../../../src/core/appendList.ts';
import type { SpeechEvent, WordTiming } from '../../../src/core/turn.ts';
import {
  emptyLedger,
  computeHeard,
  addSpeech,
  removeUtterances,
  type Ledger,
} from '../../../src/session/playout/ledger.ts';

const started: SpeechEvent = { kind: 'started', turn: 0, utterance: 'u' };
const complete: SpeechEvent = { kind: 'ended', utterance: 'u', reason: 'complete' };
const failed: SpeechEvent = { kind: 'ended', utterance: 'u', reason: 'failed' };
const text = (words: string): SpeechEvent => ({ kind: 'text', utterance: 'u', text: words });
const mark = (chars: number): SpeechEvent => ({ kind: 'mark', utterance: 'u', chars });
const audio = (samples: number, sampleRate = 1000): SpeechEvent => {
  return { kind: 'audio', utterance: 'u', frame: { samples: new Int16Array(samples), sampleRate } };
};
const words = (...timings: readonly (readonly [from: number, to: number, endMs: number])[]): SpeechEvent => {
  const timed = timings.map(([from, to, endMs]): WordTiming => ({ from, to, startMs: endMs - 100, endMs }));
  return { kind: 'words', utterance: 'u', words: timed };
};
const ledger = (...events: readonly SpeechEvent[]): Ledger => [started, ...events].reduce(addSpeech, emptyLedger);

describe('with word timings', () => {
  const timed = ledger(text('One two. Three'), audio(900), words([0, 3, 300], [4, 7, 600], [9, 14, 880]), complete);

  it.each([
    [0, ''],
    [299, ''],
    [300, 'One'],
    [301, 'One'],
    [599, 'One'],
    [600, 'One two.'],
    [601, 'One two.'],
    [879, 'One two.'],
  ])('%i samples were "%s"', (samples, expected) => {
    expect(computeHeard(timed, 'u', samples)).toEqual({ text: expected, whole: false, by: 'timings' });
  });

  it.each([880, 881, 900])('%i samples, the last word among them, were all of it', (samples) => {
    expect(computeHeard(timed, 'u', samples)).toEqual({ text: 'One two. Three', whole: true, by: 'timings' });
  });

  it('is exact at any rate', () => {
    const at24k = ledger(text('One two'), audio(24_000, 24_000), words([0, 3, 1000 / 3], [4, 7, 1000]), complete);
    expect([7999, 8000, 8001].map((samples) => computeHeard(at24k, 'u', samples).text)).toEqual(['', 'One', 'One']);
  });

  it('wants all timings of a word that has several', () => {
    const split = ledger(
      text('At 12:30 sharp'),
      audio(900),
      words([0, 2, 200], [3, 5, 400], [6, 8, 600], [9, 14, 900]),
    );
    expect([400, 599, 600].map((samples) => computeHeard(split, 'u', samples).text)).toEqual(['At', 'At', 'At 12:30']);
  });

  it('takes timings in any order', () => {
    const mixed = ledger(text('One two'), audio(900), words([4, 7, 600], [0, 3, 300]), complete);
    expect([299, 300, 599, 600].map((samples) => computeHeard(mixed, 'u', samples).text)).toEqual([
      '',
      'One',
      'One',
      'One two',
    ]);
  });

  it('does not count a word whose timing has not come, however much was played', () => {
    const late = ledger(text('One two three'), audio(900), words([0, 3, 300]));
    expect(computeHeard(late, 'u', 900)).toEqual({ text: 'One', whole: false, by: 'timings' });
  });
});

describe('without timings', () => {
  /** Ten characters in 1,000 samples: 100 each. */
  const sentence = ledger(text('abc defghi'), audio(1000), complete);

  it.each([
    [299, '', false],
    [300, 'abc', false],
    [301, 'abc', false],
    [999, 'abc', false],
    [1000, 'abc defghi', true],
  ])('a sentence is spread over its samples by characters: %i were "%s"', (samples, expected, whole) => {
    expect(computeHeard(sentence, 'u', samples)).toEqual({ text: expected, whole, by: 'estimate' });
  });

  it('each sentence is spread over its own samples', () => {
    const two = ledger(text('One. '), audio(500), mark(5), text('Two three.'), audio(200), complete);
    expect([299, 300, 500, 559, 560, 679, 680].map((samples) => computeHeard(two, 'u', samples).text)).toEqual([
      '',
      'One.',
      'One.',
      'One.',
      'One. Two',
      'One. Two',
      'One. Two three.',
    ]);
  });

  it('a sentence that is not complete is spread over 60 ms a character at first', () => {
    const open = ledger(text('abc defghi'), audio(300));
    expect([179, 180, 300].map((samples) => computeHeard(open, 'u', samples).text)).toEqual(['', 'abc', 'abc']);
  });

  it('and then over what the sentences of the session took so far', () => {
    const learned = [started, text('abc defghi'), audio(250)].reduce(
      addSpeech,
      removeUtterances(sentence, () => true),
    );
    expect(learned.pace).toEqual({ chars: 10, ms: 1000 });
    expect([249, 250].map((samples) => computeHeard(learned, 'u', samples).text)).toEqual(['', '']);
    const more = addSpeech(learned, audio(100));
    expect([299, 300, 350].map((samples) => computeHeard(more, 'u', samples).text)).toEqual(['', 'abc', 'abc']);
  });

  it('but never over less than what came', () => {
    const long = ledger(text('abc defghi'), audio(2000));
    expect([599, 600, 1999].map((samples) => computeHeard(long, 'u', samples).text)).toEqual(['', 'abc', 'abc']);
  });

  it('stays incomplete when the TTS fails', () => {
    const broken = ledger(text('abc defghi'), audio(300), failed);
    expect(computeHeard(broken, 'u', 300)).toEqual({ text: 'abc', whole: false, by: 'estimate' });
  });

  it('has heard nothing before the first sample, even of a sentence that has none', () => {
    const mute = ledger(text('Hm.'), mark(3), text(' One'), audio(400), complete);
    expect([0, 1].map((samples) => computeHeard(mute, 'u', samples).text)).toEqual(['', 'Hm.']);
  });

  it('computes it sentence by sentence, where only some have timings', () => {
    const mixed = ledger(text('One. '), words([0, 3, 400]), audio(500), mark(5), text('Two.'), audio(400), complete);
    expect([400, 800].map((samples) => computeHeard(mixed, 'u', samples))).toEqual([
      { text: 'One.', whole: false, by: 'timings' },
      { text: 'One. Two.', whole: true, by: 'estimate' },
    ]);
  });

  it('counts a sentence without audio as heard with the one before it', () => {
    const mute = ledger(text('One.'), audio(400), mark(4), text(' 👋'), mark(7), text(' Two'), audio(400), complete);
    expect(computeHeard(mute, 'u', 0)).toMatchObject({ text: '', whole: false });
    expect(computeHeard(mute, 'u', 400)).toMatchObject({ text: 'One.', whole: false });
    expect(computeHeard(mute, 'u', 800)).toMatchObject({ text: 'One. 👋 Two', whole: true });
  });
});

describe('the ledger', () => {
  it('learns from complete sentences that sounded, at their own rate', () => {
    const learned = ledger(text('Four'), audio(16_000, 8000), mark(4), text('...'), mark(7), text('more'), audio(8));
    expect(learned.pace).toEqual({ chars: 4, ms: 2000 });
  });

  it('takes no mark twice, none backwards, and none beyond the text', () => {
    const marks = ledger(text('One two'), audio(100), mark(4), audio(100), mark(4), mark(3), mark(99));
    expect(itemsOf(marks.utterances.get('u')?.marks ?? emptyList)).toEqual([
      { chars: 4, samples: 100 },
      { chars: 7, samples: 200 },
    ]);
  });

  it('takes down nothing of what did not start or was struck off', () => {
    expect(addSpeech(emptyLedger, text('Hello'))).toBe(emptyLedger);
    expect(
      addSpeech(
        removeUtterances(ledger(), () => true),
        text('Hello'),
      ).utterances.size,
    ).toBe(0);
  });

  it('has heard nothing of an unknown utterance, and all of an empty one', () => {
    expect(computeHeard(emptyLedger, 'u', 100)).toEqual({ text: '', whole: true, by: 'estimate' });
    expect(computeHeard(ledger(audio(100), complete), 'u', 0)).toEqual({ text: '', whole: true, by: 'estimate' });
  });
});
