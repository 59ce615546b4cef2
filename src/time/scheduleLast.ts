import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/**
 * Calls `work` after `delayMs`, last in its instant: inputs of the same instant come first. Reschedules the action once
 * without a delay on the same scheduler, so that it runs after all work that was due with it.
 */
export function scheduleLast(scheduler: SchedulerLike, delayMs: number, work: () => void): Subscription {
  return scheduler.schedule<boolean>(
    function (this: SchedulerAction<boolean>, isLast = false) {
      if (isLast) work();
      else this.schedule(true, 0);
    },
    delayMs,
    false,
  );
}
