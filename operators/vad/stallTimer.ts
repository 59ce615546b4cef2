import type { SchedulerLike } from 'rxjs';
import { createAlarm, type Alarm } from '../../src/time/alarm.ts';

/** Time without a frame that is a stall, in ms. */
const STALL_MS = 1000;

/** A timer that is so late was held up with the whole process: frames may wait to be read. They have a moment to come, in ms. */
const LATE_MS = 100;
const GRACE_MS = 20;

/** Calls `onStall` after a second without a frame, of which the process was awake. */
export class StallTimer {
  readonly #scheduler: SchedulerLike;
  readonly #onStall: () => void;
  readonly #alarm: Alarm;
  /** When the second is over; undefined if it has been prolonged. */
  #dueMs: number | undefined;

  constructor(scheduler: SchedulerLike, onStall: () => void) {
    this.#scheduler = scheduler;
    this.#onStall = onStall;
    this.#alarm = createAlarm(scheduler, () => this.#ring());
  }

  /** Begins a second: a frame has come. */
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
