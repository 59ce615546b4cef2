import { describe, expect, it } from 'vitest';
import { layoutGraph, NODE_HEIGHT, NODE_WIDTH } from '../../../src/studio/page/logic/graph.ts';
import { orderLayers } from '../../../src/studio/page/logic/layers.ts';

const GRAPH = [
  { edge: 'audioIn', from: 'transport', to: ['vad', 'stt'] },
  { edge: 'dtmf', from: 'transport', to: ['digits'] },
  { edge: 'textIn', from: 'digits', to: ['floor'] },
  { edge: 'activity', from: 'vad', to: ['stt', 'endpointing', 'floor'] },
  { edge: 'transcript', from: 'stt', to: ['endpointing', 'floor'] },
  { edge: 'userTurn', from: 'endpointing', to: ['endpointing', 'floor'] },
  { edge: 'speech', from: 'floor', to: ['tts'] },
  { edge: 'playout', from: 'tts', to: ['transport', 'floor'] },
];

describe('the graph', () => {
  const { nodes, links, width, height } = layoutGraph(GRAPH);
  const at = (name: string) => nodes.find((node) => node.name === name) ?? { x: NaN, y: NaN };

  it('runs from left to right', () => {
    const order = ['transport', 'vad', 'stt', 'endpointing', 'floor', 'tts'].map((name) => at(name).x);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(new Set(order).size).toBe(order.length);
  });

  it('runs from left to right, whatever the order of its edges', () =>
    expect(layoutGraph(GRAPH.toReversed()).nodes.toSorted((a, b) => a.x - b.x)[0]?.name).toBe('transport'));

  it('draws every other link from left to right, around the stages between', () => {
    for (const { edge, path } of links.filter((link) => link.edge !== 'playout')) {
      const xs = [...path.matchAll(/([\d.]+) [\d.]+(?=H|$)|H([\d.]+)/gu)].map(([, end, past]) => Number(end ?? past));
      expect([edge, xs.length, xs]).toEqual([edge, xs.length, xs.toSorted((one, other) => one - other)]);
      expect(path).toMatch(/^M[\d.]+ [\d.]+C/u);
    }
  });

  it('leaves out that a stage receives what it emits', () =>
    expect(links.filter(({ edge }) => edge === 'userTurn').map(({ to }) => to)).toEqual(['floor']));

  it('orders the stages of a column so that few links cross', () => {
    const links = [
      { from: 'a', to: 'd' },
      { from: 'b', to: 'c' },
    ];
    const [first, second] = orderLayers(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      links,
    );
    expect([first?.[0], second?.[0]].join()).toMatch(/^(?:a,d|b,c)$/u);
  });

  it('has no stages one above the other', () => {
    const overlaps = nodes.flatMap((one, index) =>
      nodes
        .slice(index + 1)
        .filter(({ x, y }) => Math.abs(one.x - x) < NODE_WIDTH && Math.abs(one.y - y) < NODE_HEIGHT),
    );
    expect(overlaps).toEqual([]);
  });

  it('draws links that lead back below the stages, each at its own height', () => {
    const back = links.filter(({ edge }) => edge === 'playout');
    expect(back).toHaveLength(2);
    const heights = back.map(({ path }) => Number(/V([\d.]+)Q/u.exec(path)?.[1]));
    expect(new Set(heights).size).toBe(2);
    expect(Math.min(...heights)).toBeGreaterThan(Math.max(...nodes.map(({ y }) => y + NODE_HEIGHT)));
  });

  it('writes the name of each edge once', () => {
    const written = links.filter(({ label }) => label !== null).map(({ edge }) => edge);
    expect(written).toEqual([...new Set(written)]);
    expect(written).toHaveLength(GRAPH.length);
  });

  it('fits into its size', () => {
    for (const { x, y } of nodes) {
      expect(x + NODE_WIDTH).toBeLessThanOrEqual(width);
      expect(y + NODE_HEIGHT).toBeLessThanOrEqual(height);
    }
  });

  it('survives a stage that is linked to itself, and a session without edges', () => {
    expect(layoutGraph([{ edge: 'a', from: 'x', to: ['x'] }]).links).toHaveLength(1);
    expect(layoutGraph([]).nodes).toEqual([]);
  });
});
