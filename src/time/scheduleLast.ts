import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/**
 * Calls `work` after `delayMs`, as the last of its instant: inputs of the same instant come before it. The action is scheduled
 * once more without a delay, on the same scheduler, so that it runs behind all work that was due with it.
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
