import { expect, test } from 'vitest';
import { findDataLosses } from '../../../src/session/config/findDataLosses.ts';

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

test.each([
  ['nothing', {}],
  ['what JSON carries', { a: [null, true, 0, -1.5, '', [], {}], b: { c: undefined } }],
  ['what writes itself', { at: new Date(0), own: { toJSON: () => 1, n: Number.NaN } }],
  ['a cycle, which the config refuses', cyclic],
])('%s is not lost', (_, data) => expect(findDataLosses(data)).toEqual([]));

test.each<[string, unknown, readonly string[]]>([
  ['an array in place of an object', [1, 2], ['session_data']],
  ['a Map and a Set', { a: new Map([[1, 2]]), b: [new Set()] }, ['session_data.b[0]', 'session_data.a']],
  ['a Map in place of an object', new Map(), ['session_data']],
  ['numbers that are not finite', { a: Number.NaN, b: [1, -Infinity] }, ['session_data.a', 'session_data.b[1]']],
  ['of many, five', { all: Array(100).fill(Number.NaN) }, [0, 1, 2, 3, 4].map((n) => `session_data.all[${n}]`)],
])('is reported: %s', (_, data, paths) => {
  const losses = findDataLosses(data);
  expect(losses.map(({ details }) => details.path)).toEqual(paths);
  for (const { code, details } of losses) expect([code, details.failure]).toEqual(['setting_unsupported', false]);
});
