/** A clock that can be stopped: it goes on from where it stood. What it reads is called play time. */
export interface Stopwatch {
  /** How long it stood still, in all. */
  readonly lostMs: number;
  readonly stoppedAtMs: number | undefined;
}

export const runningStopwatch: Stopwatch = { lostMs: 0, stoppedAtMs: undefined };

/** Play time at the scheduler's `nowMs`. */
export function playTime({ lostMs, stoppedAtMs }: Stopwatch, nowMs: number): number {
  return (stoppedAtMs ?? nowMs) - lostMs;
}

/** The scheduler's time at which a going watch reads `playMs`. */
export function schedulerTime({ lostMs }: Stopwatch, playMs: number): number {
  return playMs + lostMs;
}

/** Stops the watch or lets it go; does nothing if it already is as asked. */
export function setRunning(watch: Stopwatch, going: boolean, nowMs: number): Stopwatch {
  const { lostMs, stoppedAtMs } = watch;
  if (going === (stoppedAtMs === undefined)) return watch;
  if (stoppedAtMs === undefined) return { lostMs, stoppedAtMs: nowMs };
  return { lostMs: lostMs + nowMs - stoppedAtMs, stoppedAtMs: undefined };
}
