import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

type Work<T> = (this: SchedulerAction<T>, state: T) => void;

/** Wraps a scheduler so that `run` runs each piece of scheduled work. */
export function wrapScheduler(
  scheduler: SchedulerLike,
  run: <T>(work: Work<T>, action: SchedulerAction<T>, state: T) => void,
): SchedulerLike {
  return {
    now: scheduler.now.bind(scheduler),
    schedule: <T>(work: Work<T>, delay?: number, state?: T): Subscription =>
      scheduler.schedule<T>(
        function (this: SchedulerAction<T>, given) {
          run(work, this, given as T);
        },
        delay,
        state as T,
      ),
  };
}
