/** Counts the flushes of a segment with `voicedMs` of voiced time. */
export function countFlushes(voicedMs: number, flushAfterMs: number | null): number {
  return flushAfterMs === null || flushAfterMs <= 0 ? 0 : Math.floor(voicedMs / flushAfterMs);
}
