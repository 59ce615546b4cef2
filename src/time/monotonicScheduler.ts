import { asyncScheduler, type SchedulerAction, type SchedulerLike, type Subscription } from 'rxjs';

/** A timer that is later than this has waited for a process that was blocked or suspended. */
const LATE_MS = 50;

/** The longest time of a timer, 24.8 days: Node runs one that is set for longer at once. */
export const LONGEST_MS = 2_147_483_647;

/** Read once: on Node the global is a getter, and a frame reads the time many times. */
const { performance } = globalThis;

/** Whether timers wait for the next turn of the event loop. */
let isReading = false;

/**
 * A scheduler in real time, without the jumps of the wall clock: `now()` is ms since the start of the process. After the process was
 * blocked or suspended, what has arrived meanwhile is read first: timers that are late, and those behind them, run a turn of the
 * event loop later. A deadline is not missed by what came in time.
 */
export const monotonicScheduler: SchedulerLike = { now: () => performance.now(), schedule };

function schedule<T>(
  work: (this: SchedulerAction<T>, state?: T) => void,
  delayMs: number = 0,
  state?: T,
): Subscription {
  const firstMs = Math.min(delayMs, LONGEST_MS);
  let dueMs = performance.now() + firstMs;
  let isPostponed = false;
  const run = function (this: SchedulerAction<T>, given?: T): void {
    isPostponed = !isPostponed && mustWait(dueMs);
    if (isPostponed) postpone(this, given);
    else work.call(this, given);
  };
  const action = asyncScheduler.schedule(run, firstMs, state) as SchedulerAction<T>;
  const postpone = (one: SchedulerAction<T>, given?: T): void => void repeat.call(one, given, 0);
  const repeat = action.schedule;
  action.schedule = (given, delay = 0) => {
    const nextMs = Math.min(delay, LONGEST_MS);
    dueMs = performance.now() + nextMs;
    return repeat.call(action, given, nextMs);
  };
  return action;
}

function mustWait(dueMs: number): boolean {
  if (isReading || performance.now() - dueMs < LATE_MS) return isReading;
  isReading = true;
  setTimeout(() => {
    isReading = false;
  });
  return true;
}
