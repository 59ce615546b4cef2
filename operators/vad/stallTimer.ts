import type { SchedulerLike } from 'rxjs';
import { createAlarm, type Alarm } from '../../src/time/alarm.ts';

/** Time without a frame that counts as a stall, in ms. */
const STALL_MS = 1000;

/**
 * Lateness of the timer from which the whole process must have been held up, in ms. Frames may then be waiting to be
 * read, so they get a grace period.
 */
const LATE_MS = 100;
const GRACE_MS = 20;

/** Calls `onStall` after a second without a frame. If the process was held up, first allows a grace period. */
export class StallTimer {
  readonly #scheduler: SchedulerLike;
  readonly #onStall: () => void;
  readonly #alarm: Alarm;
  /** When the second is over; undefined once it has been extended. */
  #dueMs: number | undefined;

  constructor(scheduler: SchedulerLike, onStall: () => void) {
    this.#scheduler = scheduler;
    this.#onStall = onStall;
    this.#alarm = createAlarm(scheduler, () => this.#ring());
  }

  /** Restarts the second, because a frame has arrived. */
  restart(): void {
    this.#dueMs = this.#scheduler.now() + STALL_MS;
    this.#alarm.set(this.#dueMs);
  }

  stop(): void {
    this.#alarm.set(undefined);
  }

  #ring(): void {
    const isLate = this.#dueMs !== undefined && this.#scheduler.now() - this.#dueMs >= LATE_MS;
    this.#dueMs = undefined;
    if (isLate) this.#alarm.set(this.#scheduler.now() + GRACE_MS);
    else this.#onStall();
  }
}
