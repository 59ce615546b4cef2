/**
 * How far the browser's clock is ahead of the session's, in ms; null while nothing has been heard of the session. A message
 * takes its time to arrive: the one that took least tells best.
 */
export type ClockOffset = number | null;

/** The lead after a message that was sent at `sentMs` of session time and arrived at `atMs` of the browser's. */
export function synchronise(lead: ClockOffset, atMs: number, sentMs: number): ClockOffset {
  return Math.min(lead ?? Infinity, atMs - sentMs);
}

/** The session's time, in ms, when the browser's clock shows `atMs`; null before the session has begun. */
export function sessionTime(lead: ClockOffset, atMs: number): number | null {
  return lead === null ? null : Math.max(0, atMs - lead);
}
