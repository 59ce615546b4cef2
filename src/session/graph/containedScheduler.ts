import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/** Wraps a scheduler so that an error of scheduled work goes to `failed` and not to the platform's timers. */
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
