import { describe, expect, it } from 'vitest';
import { interruption } from '../../../operators/interruption.ts';
import { interruptions, voicedWindow } from '../../../src/testing/fixtures.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { flags } from '../../support/letters.ts';
import { across, ended, final, interim, over, windows } from './score.ts';

/** 0.32 s of voice. */
const SHORT = 'v'.repeat(10);

describe('words add up', () => {
  it('over several segments: "no … wait" interrupts with the second', () =>
    marbles(({ hot, expectObservable }) => {
      const later = { ...voicedWindow(192, 1), atMs: 1192, lastVoicedMs: 1192 };
      const agentAudible = hot('t--------', flags);
      const transcript = hot('  --n-----w', { n: final('no'), w: interim('wait', 1) });
      const speech = hot('      -a----b--', { a: voicedWindow(320), b: later });
      const interrupts = '      --------W';

      const interrupted = speech.pipe(interruption({ agentAudible, transcript }));
      expectObservable(interrupted).toBe(interrupts, interruptions);
    }));

  it('with the voice behind them', () => {
    const events = [...windows(SHORT), final('no'), ended(), ...windows('v', 1, 1000), interim('wait', 1)];
    const further = windows('v'.repeat(6), 1, 1000).slice(1);
    expect(over([...events, ...further])).toEqual([{ at: 18, by: { segment: 1, voicedMs: 512, words: 2 } }]);
  });

  it.each([
    [1999, 1],
    [2000, 1],
    [2001, 0],
  ])('if the second begins %i ms after the last sound of the first: %i interruptions', (ms, times) => {
    const first = [...windows(`${SHORT}..`), final('no'), ended()];
    const second = [...windows(SHORT, 1, 320 + ms), final('wait', 1)];
    expect(over([...first, ...second])).toHaveLength(times);
  });

  it('once the first are final', () => {
    const events = [...windows(SHORT), interim('no'), ended(), ...windows(SHORT, 1, 1000), interim('wait', 1)];
    expect(over(events)).toEqual([]);
    expect(over([...events, final('no')])).toEqual([{ at: 23, by: { segment: 0, voicedMs: 640, words: 2 } }]);
  });

  it.each([
    ['5 windows', 5, []],
    ['6 windows', 6, [18]],
    ['7 windows', 7, [19]],
  ])('with half a second of voice in all: 0.32 s, and %s', (_, count, at) => {
    const events = [...windows(SHORT), final('no'), ended(), ...windows('v'.repeat(count), 1, 1000), final('wait', 1)];
    expect(over(events).map((one) => one.at)).toEqual(at);
  });

  it('over pauses within a segment', () => {
    const pieces = `${SHORT}......${'v'.repeat(5)}`;
    expect(over([...windows(pieces), final('no wait')])).toEqual([]);
    expect(over([...windows(`${pieces}v`), final('no wait')])).toHaveLength(1);
  });

  it('over each gap of a chain', () => {
    const piece = (text: string, segment: number, fromMs: number) => [
      ...windows('v'.repeat(6), segment, fromMs),
      final(text, segment),
      ended(segment),
    ];
    const [no, wait] = [piece('no', 0, 0), piece('wait', 1, 2000)];
    expect(over([...no, ...wait, ...piece('stop', 2, 4000)]).map(({ by }) => by)).toEqual([
      { segment: 2, voicedMs: 576, words: 3 },
    ]);
    expect(over([...no, ...wait, ...piece('stop', 2, 5000)])).toEqual([]);
  });

  it('in the order spoken, also if the first come last', () => {
    const events = [...windows(SHORT), ended(), ...windows(SHORT, 1, 1000), final('wait', 1), final('no')];
    expect(over(events)).toEqual([{ at: 22, by: { segment: 0, voicedMs: 640, words: 2 } }]);
  });

  it('for the threshold of words, too', () => {
    const words = (fromMs: number) => [
      ...windows('v'.repeat(20)),
      final('really'),
      ended(),
      ...windows('v'.repeat(20), 1, fromMs),
      final('nice', 1),
    ];
    expect(over(words(1500), { minWords: 2 })).toHaveLength(1);
    expect(over(words(11_000), { minWords: 2 })).toEqual([]);
  });
});

describe('words do not add up', () => {
  it('with a cough, which brings none', () => {
    const events = [...windows(SHORT), final('never'), ended(), ...windows('v'.repeat(13), 1, 1000), ended(1)];
    expect(over(events)).toEqual([]);
  });

  it('over a cough: the gap is between the words', () => {
    const words = [...windows(SHORT), final('no'), ended()];
    const cough = [...windows('v'.repeat(10), 1, 1500), ended(1)];
    expect(over([...words, ...cough, ...windows(SHORT, 2, 3000), final('wait', 2)])).toEqual([]);
  });

  it('with words that were said before the agent was audible', () => {
    const before = [...windows(SHORT), final('no'), ended()];
    expect(across(before, [...windows(SHORT, 1, 1000), final('wait', 1)])).toEqual([]);
  });

  it('with an interim that a final takes back', () => {
    const events = [...windows(SHORT), interim('no'), ended(), final(''), ...windows(SHORT, 1, 1000), final('wait', 1)];
    expect(over(events)).toEqual([]);
  });

  it('with text that has no word', () => {
    expect(over([...windows(SHORT), final('…'), ended(), ...windows(SHORT, 1, 1000), final('wait', 1)])).toEqual([]);
  });
});

describe('more words than the voice allows, seven in a second,', () => {
  it.each([
    ['one two three four', 18, 4],
    ['one two three four', 17, 3],
    ['one two three four five six seven', 17, 3],
    ['one', 1, 1],
    ['我要一张两人的桌子', 17, 1],
    ['我要一张两人的桌子', 41, 5],
    ['テーブルをお願いします', 17, 1],
    ['तीन चार पाँच छह', 17, 3],
  ])('"%s" in %i windows count as %i', (text, count, words) => {
    const [last] = over([...windows('v'.repeat(count)), final(text)], { minSpeechMs: 0 }).slice(-1);
    expect(last?.by.words).toBe(words);
  });

  it('do not reach a threshold', () => {
    const events = [...windows('v'.repeat(17)), final('one two three four')];
    expect(over(events, { minWords: 4 })).toEqual([]);
    expect(over(events, { minWords: 3 })).toHaveLength(1);
  });

  it('are counted in each segment', () => {
    const cough = [...windows('vv'), final('one two three four'), ended()];
    expect(over([...cough, ...windows('v'.repeat(15), 1, 500), final('wait', 1)], { minWords: 3 })).toEqual([]);
  });
});
