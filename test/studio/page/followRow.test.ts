import { expect, test } from 'vitest';
import { followRow } from '../../../src/studio/page/logic/followRow.ts';

const rows = (...ids: readonly string[]) => ids.map((id) => ({ id }));

test.each([
  ['moves down with its call', 1, 'b', rows('new', 'a', 'b'), 0, 2],
  ['moves to the next page with its call', 99, 'b', rows('a', 'b'), 100, 101],
  ['stays if its call is not among the rows', 1, 'b', rows('new', 'a'), 0, 1],
  ['stays the first if it was the first', 0, 'a', rows('new', 'a'), 0, 0],
])('while the table fills, the active row %s', (_what, active, id, arrived, offset, index) => {
  expect(followRow(active, { id }, arrived, offset)).toBe(index);
});
