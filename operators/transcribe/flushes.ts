/** How many times a recogniser without interims has been asked for its text after so much voice of one segment. */
export function flushesBy(voicedMs: number, flushAfterMs: number | null): number {
  return flushAfterMs === null || flushAfterMs <= 0 ? 0 : Math.floor(voicedMs / flushAfterMs);
}
