import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/** A timer that can be moved. */
export interface Alarm {
  /** Sets the time of the call, in scheduler time; undefined cancels it. */
  set(atMs: number | undefined): void;
}

/**
 * Creates an alarm that calls `onDue` once, with at most one timer. If the time moves later, the timer runs out and is set
 * again for the rest, as is a timer of the platform that is early by a fraction of a ms.
 */
export function createAlarm(scheduler: SchedulerLike, onDue: () => void): Alarm {
  let dueMs = Number.POSITIVE_INFINITY;
  let runsOutMs = Number.POSITIVE_INFINITY;
  let timer: Subscription | undefined;
  /** The action that runs out now. Scheduled once more, it is the next timer: an alarm for every frame creates none. */
  let running: SchedulerAction<unknown> | undefined;
  const setTimer = (): void => {
    if (runsOutMs < dueMs) return;
    const nowMs = scheduler.now();
    // Rounded up: a timer that is early by a fraction would find nothing to do.
    const delayMs = Math.max(0, Math.ceil(dueMs - nowMs));
    // A timer for the same instant is replaced, to run after all work that is already due then.
    if (runsOutMs < nowMs + delayMs) return;
    runsOutMs = nowMs + delayMs;
    if (timer !== running) timer?.unsubscribe();
    const isReusable = running !== undefined && !running.closed;
    timer = isReusable ? running?.schedule(undefined, delayMs) : scheduler.schedule(work, delayMs);
  };
  const runOut = (action: SchedulerAction<unknown>): void => {
    runsOutMs = Number.POSITIVE_INFINITY;
    running = action;
    try {
      if (scheduler.now() < dueMs) setTimer();
      else onDue();
    } finally {
      running = undefined;
    }
  };
  const work = function (this: SchedulerAction<unknown>): void {
    runOut(this);
  };
  const stop = (): void => {
    timer?.unsubscribe();
    runsOutMs = Number.POSITIVE_INFINITY;
  };
  return {
    set(atMs: number | undefined): void {
      dueMs = atMs ?? Number.POSITIVE_INFINITY;
      if (atMs === undefined) stop();
      else setTimer();
    },
  };
}
