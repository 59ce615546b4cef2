import type { SchedulerAction, SchedulerLike } from 'rxjs';

/** A timer that limits how long a connection stays silent. */
export interface KeepAlive {
  /** Restarts the wait after something was sent. */
  sent(): void;
  stop(): void;
}

/** Calls `beat` whenever nothing has been sent for `idleMs`. A beat counts as sent, whatever its effect. */
export function createKeepAlive(idleMs: number, scheduler: SchedulerLike, beat: () => void): KeepAlive {
  let sentAt = scheduler.now();
  const watch = scheduler.schedule(function watch(this: SchedulerAction<void>): void {
    if (scheduler.now() - sentAt >= idleMs) {
      sentAt = scheduler.now();
      beat();
    }
    this.schedule(undefined, sentAt + idleMs - scheduler.now());
  }, idleMs);
  return {
    sent: () => {
      sentAt = scheduler.now();
    },
    stop: () => watch.unsubscribe(),
  };
}
