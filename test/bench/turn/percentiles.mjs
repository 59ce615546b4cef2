/** Returns p50, p95 and p99. */
export function percentiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.95, 0.99].map((share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
}
