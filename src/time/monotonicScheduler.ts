import { asyncScheduler, type SchedulerLike } from 'rxjs';

/** Real time that a jump of the wall clock does not move: timers as usual, `now()` in ms since the process began. */
export const monotonicScheduler: SchedulerLike = {
  now: () => performance.now(),
  schedule: (...work: Parameters<typeof asyncScheduler.schedule>) => asyncScheduler.schedule(...work),
};
