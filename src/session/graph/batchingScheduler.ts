import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';
import type { Inbox } from './inbox.ts';

/**
 * Wraps a scheduler so that each piece of scheduled work runs as one batch: the floor gets its events when the work is done.
 * A decision then reaches a stage that has emitted everything.
 */
export function batchingScheduler(scheduler: SchedulerLike, { batch: during }: Pick<Inbox, 'batch'>): SchedulerLike {
  return {
    now: () => scheduler.now(),
    schedule: <T>(work: (this: SchedulerAction<T>, state: T) => void, delay?: number, state?: T): Subscription =>
      scheduler.schedule<T | undefined>(
        function (this: SchedulerAction<T | undefined>, given) {
          during((value: T) => work.call(this, value), given as T);
        },
        delay,
        state,
      ),
  };
}
