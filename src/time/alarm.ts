import type { SchedulerLike, Subscription } from 'rxjs';

/** Rings once, at a time that may be moved as often as one likes. */
export interface Alarm {
  /** When to ring, in scheduler time; undefined: not at all. */
  set(atMs: number | undefined): void;
}

/**
 * An alarm with one timer at most. Most moves put it off: then the timer is left to run out, and set again for the rest. A
 * timer of the platform that is early by a fraction of a ms is set again too.
 */
export function createAlarm(scheduler: SchedulerLike, ring: () => void): Alarm {
  let dueMs = Number.POSITIVE_INFINITY;
  let runsOutMs = Number.POSITIVE_INFINITY;
  let timer: Subscription | undefined;
  const aim = (): void => {
    const nowMs = scheduler.now();
    // Rounded up: a timer that is early by a fraction would find nothing to do.
    const delayMs = Math.max(0, Math.ceil(dueMs - nowMs));
    // One for the same instant is set anew: it comes after all that is due then by now.
    if (runsOutMs < nowMs + delayMs) return;
    timer?.unsubscribe();
    runsOutMs = nowMs + delayMs;
    timer = scheduler.schedule(runOut, delayMs);
  };
  const runOut = (): void => {
    runsOutMs = Number.POSITIVE_INFINITY;
    if (scheduler.now() < dueMs) aim();
    else ring();
  };
  const stop = (): void => {
    timer?.unsubscribe();
    runsOutMs = Number.POSITIVE_INFINITY;
  };
  return {
    set(atMs: number | undefined): void {
      dueMs = atMs ?? Number.POSITIVE_INFINITY;
      if (atMs === undefined) stop();
      else aim();
    },
  };
}
