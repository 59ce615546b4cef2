import { expect, it } from 'vitest';
import { playSessions } from './playSessions.ts';

const MIB = 1024 * 1024;

it('sessions leave nothing behind', async () => {
  const { unclean, grown, before, after } = await playSessions(400, 3);
  expect(unclean).toBe(0);
  expect(after).toEqual(before);
  expect(median(grown)).toBeLessThanOrEqual(MIB);
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
