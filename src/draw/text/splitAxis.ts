import type { Axis, Instant } from './axis.ts';
import { formatLabel, writeTime, type Moment } from './moment.ts';

/** A section of the axis that fits into the width: columns from `from` up to, but not including, `to`. */
export interface Section {
  readonly from: number;
  readonly to: number;
}

/** Splits an axis that is too long at the longest pause in the last third of each section. */
export function splitAxis({ instants, column }: Axis, moments: readonly Moment[], width: number): readonly Section[] {
  const reach = new Map(instants.map(({ atMs, column: at }) => [at, at + writeTime(atMs).length]));
  for (const moment of moments) {
    const at = column(moment.atMs);
    reach.set(at, Math.max(reach.get(at) ?? 0, at + formatLabel(moment).length));
  }
  const fits = (from: Instant, to: Instant): boolean => (reach.get(to.column) ?? 0) - from.column <= width;
  const starts: number[] = instants.length === 0 ? [] : [0];
  for (let n = 1; n < instants.length; n++) {
    const first = starts.at(-1) ?? 0;
    const [from, to] = [instants[first], instants[n]];
    if (from === undefined || to === undefined || fits(from, to)) continue;
    starts.push(longestPause(instants, first + Math.ceil(((n - first) * 2) / 3), n));
    n = starts.at(-1) ?? n;
  }
  return starts.map((start, n) => ({
    from: instants[start]?.column ?? 0,
    to: instants[starts[n + 1] ?? instants.length]?.column ?? Number.POSITIVE_INFINITY,
  }));
}

/** Finds the instant between `from` and `to` that follows the longest pause. */
function longestPause(instants: readonly Instant[], from: number, to: number): number {
  const pause = (n: number): number => (instants[n]?.atMs ?? 0) - (instants[n - 1]?.atMs ?? 0);
  let best = to;
  for (let n = from; n < to; n++) if (pause(n) > pause(best)) best = n;
  return best;
}
