import { AsyncResource } from 'node:async_hooks';
import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';
import { monotonicScheduler } from './monotonicScheduler.ts';
import { Work, WorkQueue } from './workQueue.ts';

/** Interval between ticks, in ms. */
const TICK_MS = 10;
/**
 * Work due this shortly before a tick waits for the next one, in ms, because a platform timer may fire early by as
 * much.
 */
const EARLY_MS = 1;

/**
 * Creates a scheduler over `clock` whose work runs on common ticks, at most 11 ms late and never early. It sets a
 * single timer and runs everything due at a tick in one go: a process with a hundred sessions wakes up a hundred times
 * a second for them, not thousands of times. The work runs in the async context of this call, not in that of the caller
 * of `schedule`.
 */
export function createTickScheduler(clock: SchedulerLike): SchedulerLike {
  const context = new AsyncResource('TickScheduler');
  const queue = new WorkQueue();
  let tickAt = Number.POSITIVE_INFINITY;
  let timer: Subscription | undefined;
  const setTimer = (): void => {
    if (queue.first === undefined) return;
    const at = Math.ceil((queue.first.due + EARLY_MS) / TICK_MS) * TICK_MS;
    if (at >= tickAt) return;
    timer?.unsubscribe();
    tickAt = at;
    timer = context.runInAsyncScope(() => clock.schedule(tick, at - clock.now()));
  };
  const tick = (): void => {
    tickAt = Number.POSITIVE_INFINITY;
    try {
      runDue(queue, clock);
    } finally {
      setTimer();
    }
  };
  return {
    now: clock.now.bind(clock),
    schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay: number = 0, state?: T): Subscription {
      queue.now = clock.now();
      const scheduled = new Work<T>(queue, work).schedule(state, delay);
      setTimer();
      return scheduled;
    },
  };
}

/** Runs all work that is due, even if some of it throws. */
function runDue(queue: WorkQueue, clock: SchedulerLike): void {
  const now = clock.now();
  const due: Work<unknown>[] = [];
  for (let work = queue.first; work !== undefined && work.due <= now; work = queue.first) {
    queue.remove(work);
    due.push(work);
  }
  const errors: unknown[] = [];
  for (const work of due) {
    try {
      queue.now = clock.now();
      if (!work.closed) work.execute();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

const realTimeTicks: SchedulerLike = createTickScheduler(monotonicScheduler);

/**
 * Returns the real-time ticks that all sessions share. Returns any other scheduler, such as that of a test, unchanged.
 */
export function ticksOf(scheduler: SchedulerLike): SchedulerLike {
  return scheduler === monotonicScheduler ? realTimeTicks : scheduler;
}
