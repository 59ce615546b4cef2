/**
 * Returns ms since 1970 by the wall clock, for wires that carry a date. The wall clock may jump, so do not use it to
 * measure time.
 */
export function unixTime(): number {
  return Date.now();
}
