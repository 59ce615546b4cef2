import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/** The same scheduler for work that may throw: `failed` is told, and nothing of it reaches who runs the timers. */
export function containedScheduler(scheduler: SchedulerLike, failed: (thrown: unknown) => void): SchedulerLike {
  return {
    now: () => scheduler.now(),
    schedule: <T>(work: (this: SchedulerAction<T>, state: T) => void, delay?: number, state?: T): Subscription =>
      scheduler.schedule<T | undefined>(
        function (this: SchedulerAction<T | undefined>, given) {
          try {
            work.call(this, given as T);
          } catch (thrown) {
            failed(thrown);
          }
        },
        delay,
        state,
      ),
  };
}
