import { describe, expect, it } from 'vitest';
import { all, bars, draw, laneOf, texts, VIEW } from './support/drawn.ts';
import { utterance, voice } from './support/things.ts';
import { middle } from '../../src/draw/lanes.ts';

const word = (text: string, fromMs: number): { text: string; fromMs: number; toMs: number } => ({
  text,
  fromMs,
  toMs: fromMs + 200,
});

describe('the TTS', () => {
  it('is hollow until there is audio, and full until all is made', () => {
    const drawn = draw({ syntheses: [voice()] });
    expect([bars(drawn, 'voice waiting'), bars(drawn, 'voice making')]).toEqual([[[100, 50]], [[150, 150]]]);
  });

  it('is hollow up to now where there is none yet', () => {
    const drawn = draw({ syntheses: [voice({ audioAtMs: null, toMs: null })] });
    expect([bars(drawn, 'voice waiting'), bars(drawn, 'voice making')]).toEqual([[[100, 400]], []]);
  });
});

describe('the wait for an answer', () => {
  const waits = [{ fromMs: 11_000, toMs: 11_450 }];
  const y = middle(laneOf('wait'));

  it('is measured from end to end, in seconds, and its figure stands behind it', () => {
    const drawn = draw({ waits });
    expect(all(drawn, /<path class="wait" d="([^"]*)"/g)).toEqual([`M100 ${y}H145M100 ${y - 4}v8M145 ${y - 4}v8`]);
    expect(texts(drawn, 'wait')).toMatchObject([{ at: 150, text: '0.45 s' }]);
  });

  it('ends in the next part if it lasts so long, and has its figure there', () => {
    const [first, second] = [
      { ...VIEW, toMs: 11_200 },
      { ...VIEW, fromMs: 11_200 },
    ].map((view) => draw({ waits }, view));
    expect(texts(first ?? '', 'wait')).toEqual([]);
    expect(all(second ?? '', /<path class="wait" d="([^"]*)"/g)).toEqual([`M0 ${y}H25M25 ${y - 4}v8`]);
    expect(texts(second ?? '', 'wait')).toMatchObject([{ at: 30 }]);
  });

  it('has no figure where the next one leaves no room', () => {
    const next = { fromMs: 11_700, toMs: 12_000 };
    expect(texts(draw({ waits: [...waits, next] }), 'wait').map(({ text }) => text)).toEqual(['0.30 s']);
  });
});

describe('what was heard', () => {
  it('distinguishes an utterance that was cut from one that was not', () => {
    const cut = utterance({ utterance: 'u2', fromMs: 14_000, toMs: 15_000, cut: true });
    const drawn = draw({ utterances: [utterance(), cut] });
    expect([bars(drawn, 'agent'), bars(drawn, 'agent cut')]).toEqual([[[100, 200]], [[400, 100]]]);
  });

  it('has behind it, apart, what the TTS had synthesised', () => {
    expect(bars(draw({ utterances: [utterance({ unheardMs: 800 })] }), 'unheard')).toEqual([[300, 80]]);
  });

  it('leaves to the next utterance what is its own', () => {
    const utterances = [utterance({ unheardMs: 800 }), utterance({ utterance: 'u2', fromMs: 13_500, toMs: 14_000 })];
    expect(bars(draw({ utterances }), 'unheard')).toEqual([[300, 50]]);
  });

  it('stands below its sound; what was not heard is struck out', () => {
    const cut = utterance({ text: 'We opened in nineteen eighty', heard: 'We opened in', cut: true });
    expect(texts(draw({ utterances: [cut] }), 'heard')).toMatchObject([
      { at: 100, text: 'We opened in |nineteen eighty|' },
    ]);
  });

  it('is all the text that was sent to the TTS as long as it goes on', () => {
    const spoken = utterance({ toMs: null, heard: null, text: 'We opened in' });
    expect(texts(draw({ utterances: [spoken] }), 'heard')).toMatchObject([{ text: 'We opened in' }]);
  });

  it('has each word at its place where all have room', () => {
    const spoken = utterance({ words: [word('Well', 11_000), word('then.', 11_600)] });
    expect(texts(draw({ utterances: [spoken] }), 'heard').map(({ at, text }) => [at, text])).toEqual([
      [100, 'Well'],
      [160, 'then.'],
    ]);
    expect(texts(draw({ utterances: [spoken] }, { ...VIEW, pxPerSecond: 20 }), 'heard')).toMatchObject([
      { at: 20, text: 'Well then.' },
    ]);
  });

  describe('in a row of its own, begun before it,', () => {
    const row = { ...VIEW, fromMs: 11_700, textToMs: 20_000 };
    const known = [word('We', 11_000), word('opened', 11_650), word('in', 12_400)];

    it('has the word that is being spoken at the left', () => {
      const spoken = utterance({ text: 'We opened in', heard: 'We opened in', words: known });
      expect(texts(draw({ utterances: [spoken] }, row), 'heard').map(({ at, text }) => [at, text])).toEqual([
        [0, 'opened'],
        [70, 'in'],
      ]);
    });

    it('has the rest of its words at the left, if they have no room at their places', () => {
      const spoken = utterance({ text: 'We opened in nineteen', heard: 'We opened in', cut: true, words: known });
      expect(texts(draw({ utterances: [spoken] }, { ...row, pxPerSecond: 20 }), 'heard')).toMatchObject([
        { at: 0, text: 'opened in |nineteen|' },
      ]);
    });

    it('is shown as a whole where the words have no times', () => {
      expect(texts(draw({ utterances: [utterance()] }, row), 'heard')).toMatchObject([{ at: 0, text: 'Well then.' }]);
    });

    it('leaves room for the next utterance', () => {
      const next = utterance({ utterance: 'u2', fromMs: 13_000, toMs: 14_000, text: 'Yes?', heard: 'Yes?' });
      const drawn = texts(draw({ utterances: [utterance(), next] }, { ...row, fromMs: 12_900 }), 'heard');
      expect(drawn.map(({ at, text }) => [at, text])).toEqual([
        [0, 'Well then.'],
        [10, 'Yes?'],
      ]);
      expect(new Set(drawn.map(({ y }) => y)).size).toBe(2);
    });

    it('is not there once it is over', () => {
      expect(texts(draw({ utterances: [utterance()] }, { ...row, fromMs: 13_000 }), 'heard')).toEqual([]);
    });
  });

  it('of the agent stands in its own lane', () => {
    const { top, height } = laneOf('agent');
    expect(all(draw({ loudspeaker: [[], [1]] }), /<path class="wave agent" d="([^"]*)"/g)).toEqual([
      `M0 ${top}h4v${height}H0Z`,
    ]);
  });
});
