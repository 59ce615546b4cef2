/**
 * The lead of the browser's clock over the session's, in ms, or null before the first message. The message with the
 * shortest delay gives the best estimate.
 */
export type ClockOffset = number | null;

/** Updates the offset with a message sent at `sentMs` (session time) that arrived at `atMs` (browser time). */
export function synchronise(offset: ClockOffset, atMs: number, sentMs: number): ClockOffset {
  return Math.min(offset ?? Infinity, atMs - sentMs);
}

/** Converts browser time to session time in ms, or to null before the first message. */
export function sessionTime(offset: ClockOffset, atMs: number): number | null {
  return offset === null ? null : Math.max(0, atMs - offset);
}
