import { expect, test } from 'vitest';
import { findIgnored } from '../../../../src/server/adapters/realtime/findIgnored.ts';

const CASES: readonly (readonly [string, object, object, object, readonly string[]])[] = [
  ['a field that was taken', { a: 1 }, { a: 1 }, {}, []],
  ['a field that was not', { a: 1, b: 2 }, { a: 1 }, {}, ['b']],
  ['null', { a: null, b: { c: null } }, { b: {} }, {}, []],
  ['what applies already', { a: 'x' }, {}, { a: 'x' }, []],
  ['another value than applies', { a: 'y' }, {}, { a: 'x' }, ['a']],
  ['fields in a field that was taken', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, {}, ['a.c']],
  ['fields in a field that applies', { a: { b: 1, c: 2 } }, {}, { a: { b: 1 } }, ['a.c']],
  ['a field with others, of which nothing is known', { a: { b: 1 } }, {}, {}, ['a']],
  ['a list that was not taken', { a: [1, 2] }, {}, { a: [3] }, ['a']],
  ['a list that was taken, in other words', { a: [1, 2] }, { a: [3] }, {}, []],
];

test.each(CASES)('%s', (_, sent, taken, applies, ignored) => {
  expect(findIgnored({ ...sent }, { ...taken }, { ...applies })).toEqual(ignored);
});
