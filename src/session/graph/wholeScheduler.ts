import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';
import type { Inbox } from './inbox.ts';

/**
 * Runs each piece of scheduled work as a whole: the floor hears of what it emits when it is done, not in the middle of it.
 * What the floor decides then reaches a stage that has emitted everything it had to.
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
