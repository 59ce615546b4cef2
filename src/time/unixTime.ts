/** Ms since 1970 by the wall clock. Only wires that carry a date read it: nothing is timed by it, for it jumps. */
export function unixTime(): number {
  return Date.now();
}
