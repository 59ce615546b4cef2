import { asyncScheduler, type SchedulerLike } from 'rxjs';

/** A scheduler in real time, without the jumps of the wall clock: `now()` is ms since the start of the process. */
export const monotonicScheduler: SchedulerLike = {
  now: () => performance.now(),
  schedule: (...work: Parameters<typeof asyncScheduler.schedule>) => asyncScheduler.schedule(...work),
};
