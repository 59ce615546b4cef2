import { describe, expect, it } from 'vitest';
import { drawLabels, HEIGHT, LANES } from '../../src/draw/lanes.ts';

const lanes = Object.values(LANES);

describe('the lanes', () => {
  it('lie one below the other, without touching, within the picture', () => {
    const edges = [0, ...lanes.flatMap(({ top, height }) => [top, top + height]), HEIGHT];
    expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    expect(new Set(edges).size).toBe(edges.length);
  });

  it('are called, from top to bottom, what they show', () => {
    expect(lanes.map(({ label }) => label)).toEqual([
      'You',
      'Voice activity',
      'Transcript',
      'Model',
      'Functions',
      'Agent',
      'Interruption',
    ]);
  });

  it('have their names each beside the middle of its lane', () => {
    const labels = [...drawLabels(112).matchAll(/<text class="label (\w+)" x="100" y="(\d+)"[^>]*>([^<]*)<\/text>/g)];
    expect(labels.map(([, name, y, label]) => [name, Number(y), label])).toEqual(
      Object.entries(LANES).map(([name, { label, top, height }]) => [name, top + height / 2 + 4, label]),
    );
  });

  it('have labels as high as the timeline', () => {
    expect(drawLabels(112)).toContain(`viewBox="0 0 112 ${HEIGHT}" width="112" height="${HEIGHT}"`);
  });
});
