import { formatLabel, writeTime, type Moment } from './moment.ts';

export interface Instant {
  readonly atMs: number;
  readonly column: number;
}

/** A mapping from times to columns. Every instant at which something begins or ends has room for its time. */
export interface Axis {
  readonly instants: readonly Instant[];
  /** @param ms time of an instant */
  column(ms: number): number;
}

export function createAxis(moments: readonly Moment[]): Axis {
  const times = [...new Set(moments.flatMap(({ atMs, toMs = atMs }) => [Math.round(atMs), Math.round(toMs)]))];
  const columns = new Map<number, number>();
  const column = (ms: number): number => columns.get(Math.round(ms)) ?? 0;
  const instants: Instant[] = [];
  for (const atMs of times.sort((a, b) => a - b)) {
    const before = instants.at(-1);
    const fitting = moments.filter(({ toMs }) => toMs !== undefined && Math.round(toMs) === atMs);
    const inside = fitting.map((moment) => column(moment.atMs) + formatLabel(moment).length);
    const at = Math.max(before === undefined ? 0 : before.column + gapBetween(before.atMs, atMs), ...inside);
    columns.set(atMs, at);
    instants.push({ atMs, column: at });
  }
  return { instants, column };
}

/** Approximate number of columns per decade of time. */
const PER_DECADE = 10;
/** Gaps shorter than this, in ms, have no width. */
const SHORT_MS = 100;

function gapBetween(fromMs: number, toMs: number): number {
  const compressed = Math.round(PER_DECADE * Math.log10(1 + (toMs - fromMs) / SHORT_MS));
  return Math.max(compressed, writeTime(fromMs).length + 1);
}
