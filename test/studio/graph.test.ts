import { expect, test } from 'vitest';
import { createGraph } from '../../src/cli/studio/graph.ts';
import { EDGES } from '../../src/session/edges.ts';
import { STAGES } from '../../src/session/stages.ts';

test('the graph has every edge once, and every stage', () => {
  const graph = createGraph();
  expect(graph.map(({ edge }) => edge)).toEqual([...EDGES]);
  const named = new Set(graph.flatMap(({ from, to }) => [from, ...to]));
  expect(STAGES.filter((stage) => !named.has(stage))).toEqual([]);
  const ends: readonly string[] = [...STAGES, 'floor', 'user', 'transport'];
  expect([...named].filter((name) => !ends.includes(name))).toEqual([]);
});

test('the graph has the ways of speech', () => {
  const graph = new Map(createGraph().map(({ edge, ...ways }) => [edge, ways]));
  expect(graph.get('activity')).toEqual({ from: 'vad', to: ['transcribe', 'endpointing', 'interruption', 'floor'] });
  expect(graph.get('userTurn')).toEqual({ from: 'floor', to: ['llmTurn', 'floor'] });
  expect(graph.get('functionResults')).toEqual({ from: 'functions', to: ['floor'] });
  expect(graph.get('playout')).toEqual({ from: 'pace', to: ['floor', 'transport'] });
});
