/** A clock that can be paused. Its time is called play time. */
export interface Stopwatch {
  /** Sum of its pauses. */
  readonly lostMs: number;
  readonly stoppedAtMs: number | undefined;
}

export const runningStopwatch: Stopwatch = { lostMs: 0, stoppedAtMs: undefined };

/** Returns the play time at the scheduler's `nowMs`. */
export function playTime({ lostMs, stoppedAtMs }: Stopwatch, nowMs: number): number {
  return (stoppedAtMs ?? nowMs) - lostMs;
}

/** Returns the scheduler's time at which a running watch reaches `playMs`. */
export function schedulerTime({ lostMs }: Stopwatch, playMs: number): number {
  return playMs + lostMs;
}

/** Pauses or resumes the watch. */
export function setRunning(watch: Stopwatch, running: boolean, nowMs: number): Stopwatch {
  const { lostMs, stoppedAtMs } = watch;
  if (running === (stoppedAtMs === undefined)) return watch;
  if (stoppedAtMs === undefined) return { lostMs, stoppedAtMs: nowMs };
  return { lostMs: lostMs + nowMs - stoppedAtMs, stoppedAtMs: undefined };
}
