/** A clock that can be paused. Its time is called play time. */
export interface Stopwatch {
  /** Total duration of its pauses. */
  readonly lostMs: number;
  readonly stoppedAtMs: number | undefined;
}

export const runningStopwatch: Stopwatch = { lostMs: 0, stoppedAtMs: undefined };

/** Converts the scheduler's `nowMs` to play time. */
export function playTime({ lostMs, stoppedAtMs }: Stopwatch, nowMs: number): number {
  return (stoppedAtMs ?? nowMs) - lostMs;
}

/** Returns the scheduler time at which a running watch reaches `playMs`. */
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
