import { describe, expect, it } from 'vitest';
import { layoutGraph, NODE_HEIGHT, NODE_WIDTH } from '../../../src/studio/page/logic/graph.ts';

const GRAPH = [
  { edge: 'audioIn', from: 'transport', to: ['vad', 'stt'] },
  { edge: 'activity', from: 'vad', to: ['stt', 'endpointing', 'floor'] },
  { edge: 'transcript', from: 'stt', to: ['endpointing', 'floor'] },
  { edge: 'userTurn', from: 'endpointing', to: ['floor'] },
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
    expect(new Set(back.map(({ path }) => /H[\d.]+/u.exec(path)?.[0])).size).toBe(2);
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
