import { describe, expect, it } from 'vitest';
import { bars, draw, drawIn, marbles, texts, VIEW } from './support/drawn.ts';
import { reply } from './support/things.ts';

const chunks = ['On', ' Sundays', ' we open'].map((text, index) => ({ atMs: 12_000 + index * 500, text }));

describe('the model', () => {
  it('is hollow while it thinks and full from its first words on', () => {
    const drawn = draw({ replies: [reply()] });
    expect(bars(drawn, 'model complete thinking')).toEqual([[100, 100]]);
    expect(bars(drawn, 'model complete writing')).toEqual([[200, 200]]);
  });

  it('is hollow all the time if no words came', () => {
    const drawn = draw({ replies: [reply({ textAtMs: null, reason: 'superseded' })] });
    expect(bars(drawn, 'model superseded thinking')).toEqual([[100, 300]]);
    expect(drawn).not.toContain('writing');
  });

  it('grows up to now while it is at work', () => {
    expect(bars(draw({ replies: [reply({ toMs: null, reason: null })] }), 'model writing')).toEqual([[200, 300]]);
  });

  it.each([
    ['thinking', { ...VIEW, toMs: 12_000 }, 'writing'],
    ['writing', { ...VIEW, fromMs: 12_001 }, 'thinking'],
  ])('shows in a part only the %s that lies in it', (_which, view, other) => {
    expect(draw({ replies: [reply()] }, view)).not.toContain(other);
  });

  it('has a marble for each piece of text', () => {
    expect(marbles(draw({ replies: [reply({ chunks })] }), 'chunk')).toEqual([200, 250, 300]);
  });

  it('leaves out marbles that would lie over each other', () => {
    expect(marbles(draw({ replies: [reply({ chunks })] }, { ...VIEW, pxPerSecond: 10 }), 'chunk')).toEqual([20, 30]);
  });

  it('has each piece below its marble where all have room', () => {
    const drawn = drawIn(['model', 'chunks'], { replies: [reply({ chunks })] }, { ...VIEW, pxPerSecond: 200 });
    expect(texts(drawn, 'chunk').map(({ at, text }) => [at, text])).toEqual([
      [400, 'On'],
      [500, 'Sundays'],
      [600, 'we open'],
    ]);
  });

  it('has what it wrote in one, up to the next reply, where they have not', () => {
    const next = reply({ turn: 2, fromMs: 13_100, chunks: [{ atMs: 13_200, text: 'Yes' }] });
    const drawn = drawIn(['model', 'chunks'], { replies: [reply({ chunks }), next] }, { ...VIEW, pxPerSecond: 40 });
    expect(texts(drawn, 'chunk').map(({ at, text }) => [at, text])).toEqual([
      [80, 'On S…'],
      [128, 'Yes'],
    ]);
  });

  it('has in one, in a row of its own, what it writes there', () => {
    const row = { ...VIEW, fromMs: 12_400, pxPerSecond: 40, textToMs: 20_000 };
    const drawn = drawIn(['model', 'chunks'], { replies: [reply({ chunks })] }, row);
    expect(texts(drawn, 'chunk').map(({ at, text }) => [at, text])).toEqual([[4, 'Sundays we open']]);
  });

  it('has its turn numbered in an overview, as far as there is room', () => {
    const replies = [1, 2, 3].map((turn) => reply({ turn, fromMs: 10_000 + turn * 500 }));
    const drawn = drawIn(['turns'], { replies }, { ...VIEW, pxPerSecond: 15 });
    expect(texts(drawn, 'turn').map(({ at, text }) => [at, text])).toEqual([
      [7.5, '1'],
      [22.5, '3'],
    ]);
  });
});
