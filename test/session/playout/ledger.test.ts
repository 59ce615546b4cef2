import { describe, expect, it } from 'vitest';
import type { SpeechEvent, WordTiming } from '../../../src/core/turn.ts';
import { Ledger } from '../../../src/session/standardStages/playout/ledger.ts';

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
const ledger = (...events: readonly SpeechEvent[]): Ledger => add(new Ledger(), started, ...events);

function add(to: Ledger, ...events: readonly SpeechEvent[]): Ledger {
  for (const event of events) to.add(event);
  return to;
}

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
    expect(timed.computeHeard('u', samples)).toEqual({ text: expected, whole: false, by: 'timings' });
  });

  it.each([880, 881, 900])('%i samples, the last word among them, were all of it', (samples) => {
    expect(timed.computeHeard('u', samples)).toEqual({ text: 'One two. Three', whole: true, by: 'timings' });
  });

  it('is exact at any rate', () => {
    const at24k = ledger(text('One two'), audio(24_000, 24_000), words([0, 3, 1000 / 3], [4, 7, 1000]), complete);
    expect([7999, 8000, 8001].map((samples) => at24k.computeHeard('u', samples).text)).toEqual(['', 'One', 'One']);
  });

  it('wants all timings of a word that has several', () => {
    const split = ledger(
      text('At 12:30 sharp'),
      audio(900),
      words([0, 2, 200], [3, 5, 400], [6, 8, 600], [9, 14, 900]),
    );
    expect([400, 599, 600].map((samples) => split.computeHeard('u', samples).text)).toEqual(['At', 'At', 'At 12:30']);
  });

  it('takes timings in any order', () => {
    const mixed = ledger(text('One two'), audio(900), words([4, 7, 600], [0, 3, 300]), complete);
    expect([299, 300, 599, 600].map((samples) => mixed.computeHeard('u', samples).text)).toEqual([
      '',
      'One',
      'One',
      'One two',
    ]);
  });

  it('does not count a word whose timing has not come, however much was played', () => {
    const late = ledger(text('One two three'), audio(900), words([0, 3, 300]));
    expect(late.computeHeard('u', 900)).toEqual({ text: 'One', whole: false, by: 'timings' });
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
    expect(sentence.computeHeard('u', samples)).toEqual({ text: expected, whole, by: 'estimate' });
  });

  it('each sentence is spread over its own samples', () => {
    const two = ledger(text('One. '), audio(500), mark(5), text('Two three.'), audio(200), complete);
    expect([299, 300, 500, 559, 560, 679, 680].map((samples) => two.computeHeard('u', samples).text)).toEqual([
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
    expect([179, 180, 300].map((samples) => open.computeHeard('u', samples).text)).toEqual(['', 'abc', 'abc']);
  });

  it('and then over what the sentences of the session took so far', () => {
    const learned = ledger(text('abc defghi'), audio(1000), complete);
    learned.remove('u');
    add(learned, started, text('abc defghi'), audio(250));
    expect([249, 250].map((samples) => learned.computeHeard('u', samples).text)).toEqual(['', '']);
    add(learned, audio(100));
    expect([299, 300, 350].map((samples) => learned.computeHeard('u', samples).text)).toEqual(['', 'abc', 'abc']);
  });

  it('but never over less than what came', () => {
    const long = ledger(text('abc defghi'), audio(2000));
    expect([599, 600, 1999].map((samples) => long.computeHeard('u', samples).text)).toEqual(['', 'abc', 'abc']);
  });

  it('stays incomplete when the TTS fails', () => {
    const broken = ledger(text('abc defghi'), audio(300), failed);
    expect(broken.computeHeard('u', 300)).toEqual({ text: 'abc', whole: false, by: 'estimate' });
  });

  it('has heard nothing before the first sample, even of a sentence that has none', () => {
    const mute = ledger(text('Hm.'), mark(3), text(' One'), audio(400), complete);
    expect([0, 1].map((samples) => mute.computeHeard('u', samples).text)).toEqual(['', 'Hm.']);
  });

  it('computes it sentence by sentence, where only some have timings', () => {
    const mixed = ledger(text('One. '), words([0, 3, 400]), audio(500), mark(5), text('Two.'), audio(400), complete);
    expect([400, 800].map((samples) => mixed.computeHeard('u', samples))).toEqual([
      { text: 'One.', whole: false, by: 'timings' },
      { text: 'One. Two.', whole: true, by: 'estimate' },
    ]);
  });

  it('counts a sentence without audio as heard with the one before it', () => {
    const mute = ledger(text('One.'), audio(400), mark(4), text(' 👋'), mark(7), text(' Two'), audio(400), complete);
    expect(mute.computeHeard('u', 0)).toMatchObject({ text: '', whole: false });
    expect(mute.computeHeard('u', 400)).toMatchObject({ text: 'One.', whole: false });
    expect(mute.computeHeard('u', 800)).toMatchObject({ text: 'One. 👋 Two', whole: true });
  });
});

describe('an utterance that repeats what was heard', () => {
  const again = add(
    new Ledger(),
    { ...started, repeatedChars: 3 },
    text('One two. Three'),
    audio(900),
    words([0, 3, 300], [4, 7, 600], [9, 14, 880]),
    complete,
  );

  it.each([
    [299, '', false],
    [300, '', false],
    [599, '', false],
    [600, ' two.', false],
    [880, ' two. Three', true],
  ])('does not count it: %i samples were "%s"', (samples, expected, whole) => {
    expect(again.computeHeard('u', samples)).toEqual({ text: expected, whole, by: 'timings' });
  });

  it('counts it when it says where a question ended', () => {
    const asked = add(new Ledger(), { ...started, repeatedChars: 3 }, text('May I? Yes'), audio(1000), complete);
    const { text: heard } = asked.computeHeard('u', 1000);
    expect(asked.findQuestionEnd('u', heard)).toBe(600);
  });

  it('does not count it without timings', () => {
    const spread = add(new Ledger(), { ...started, repeatedChars: 3 }, text('abc defghi'), audio(1000), complete);
    expect([300, 999, 1000].map((samples) => spread.computeHeard('u', samples).text)).toEqual(['', '', ' defghi']);
  });
});

describe('the ledger', () => {
  it('learns from complete sentences that sounded, at their own rate', () => {
    const learned = ledger(text('Four'), audio(16_000, 8000), mark(4), text('...'), mark(7), text('more'), audio(8));
    learned.remove('u');
    // 500 ms a character.
    add(learned, started, text('abc defghi'), audio(250));
    expect([1499, 1500].map((samples) => learned.computeHeard('u', samples).text)).toEqual(['', 'abc']);
  });

  it('takes no mark twice, none backwards, and none beyond the text', () => {
    const marks = ledger(text('One two'), audio(100), mark(4), audio(100), mark(4), mark(3), mark(99));
    expect([74, 75, 199, 200].map((samples) => marks.computeHeard('u', samples).text)).toEqual([
      '',
      'One',
      'One',
      'One two',
    ]);
  });

  it('takes down nothing of what did not start or was struck off', () => {
    const unknown = add(new Ledger(), text('Hello'));
    const removed = ledger();
    removed.remove('u');
    add(removed, text('Hello'));
    for (const one of [unknown, removed]) expect(one.computeHeard('u', 100).text).toBe('');
  });

  it('strikes off what began earlier and is over', () => {
    const events = ['u', 'v', 'w', 'x'].flatMap((utterance): readonly SpeechEvent[] => [
      { kind: 'started', turn: 0, utterance },
      { kind: 'text', utterance, text: 'Hi' },
      { kind: 'ended', utterance, reason: 'complete' },
    ]);
    const left = add(new Ledger(), ...events);
    left.removeBefore('w', (utterance) => utterance === 'u' || utterance === 'x');
    left.removeBefore('unknown', () => true);
    expect(['u', 'v', 'w', 'x'].map((utterance) => left.computeHeard(utterance, 100).text)).toEqual([
      '',
      'Hi',
      'Hi',
      'Hi',
    ]);
  });

  it('has heard nothing of an unknown utterance, and all of an empty one', () => {
    expect(new Ledger().computeHeard('u', 100)).toEqual({ text: '', whole: true, by: 'estimate' });
    expect(ledger(audio(100), complete).computeHeard('u', 0)).toEqual({ text: '', whole: true, by: 'estimate' });
  });
});
