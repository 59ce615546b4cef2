/** Waits for an answer, in ms. */
export interface Waits {
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
}

/** Summarises waits. The figures are NaN if there are none. */
export function summariseWaits(waits: readonly number[]): Waits {
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    mean: sorted.reduce((sum, wait) => sum + wait, 0) / sorted.length,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
  };
}

/** Returns the smallest value that this share of the sorted values does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
