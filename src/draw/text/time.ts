/** A time in seconds, to the ms, as a score is written: `1s`, `2.826s`. */
export function writeTime(ms: number): string {
  return `${Math.round(ms) / 1000}s`;
}
