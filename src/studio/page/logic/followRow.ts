import type { CallRow } from '../../protocol.ts';

/**
 * Returns the index of the active row after rows arrive from `offset` on: that of the same call, so that a key never acts
 * on a call other than the marked one. The first row stays the first.
 */
export function followRow(
  active: number,
  before: Pick<CallRow, 'id'> | undefined,
  rows: readonly Pick<CallRow, 'id'>[],
  offset: number,
): number {
  const at = active === 0 ? -1 : rows.findIndex(({ id }) => id === before?.id);
  return at === -1 ? active : offset + at;
}
