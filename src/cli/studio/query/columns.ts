import type { CallRow, Column } from '../../../studio/protocol.ts';

/** The unit in which a column's values are written in a query. */
export type Unit = 'time' | 'count' | 'amount' | 'date' | 'text';

export interface QueryColumn {
  readonly column: Column;
  /** Its names in a query, each one or two words. The page shows the first one. */
  readonly names: readonly [string, ...string[]];
  readonly unit: Unit;
}

/** The columns that a query can compare. Names of several words precede their parts. */
export const QUERY_COLUMNS: readonly QueryColumn[] = [
  { column: 'waitP95Ms', names: ['wait p95', 'p95'], unit: 'time' },
  { column: 'waitP50Ms', names: ['wait p50', 'p50', 'wait'], unit: 'time' },
  { column: 'lengthMs', names: ['length', 'duration'], unit: 'time' },
  { column: 'cutOffs', names: ['cut offs', 'cutoffs'], unit: 'count' },
  { column: 'interruptions', names: ['interruptions'], unit: 'count' },
  { column: 'failures', names: ['failures'], unit: 'count' },
  { column: 'turns', names: ['turns'], unit: 'count' },
  { column: 'cost', names: ['cost'], unit: 'amount' },
  { column: 'recordedAt', names: ['when', 'date'], unit: 'date' },
  { column: 'agent', names: ['agent'], unit: 'text' },
  { column: 'line', names: ['line'], unit: 'text' },
  { column: 'end', names: ['end'], unit: 'text' },
  { column: 'id', names: ['id', 'file'], unit: 'text' },
];

/** Words that stand for a condition. */
export const FLAGS: readonly { readonly words: string; readonly holds: (row: CallRow) => boolean }[] = [
  { words: 'cut off', holds: ({ cutOffs }) => cutOffs > 0 },
  { words: 'failed', holds: ({ failures }) => failures > 0 },
  { words: 'interrupted', holds: ({ interruptions }) => interruptions > 0 },
  { words: 'damaged', holds: ({ fault }) => fault !== null },
];

/** Reads a row's value as a number, a date as ms since 1970. Returns null for a row without this value. */
export function readNumber(row: CallRow, column: Column): number | null {
  const value = row[column];
  if (column !== 'recordedAt') return typeof value === 'number' ? value : null;
  const ms = Date.parse(row.recordedAt);
  return Number.isNaN(ms) ? null : ms;
}
