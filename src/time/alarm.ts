import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/** A timer whose due time can be moved. */
export interface Alarm {
  /** Sets the time of the call, in scheduler time. Undefined cancels it. */
  set(atMs: number | undefined): void;
}

export interface AlarmOptions {
  /** True to call `onDue` last in its instant, after the inputs of that instant. @default false */
  readonly isLast?: boolean | undefined;
}

/**
 * Creates an alarm that calls `onDue` once, with at most one timer. If the time moves later, the timer fires and is set
 * again for the remainder. The same happens if a platform timer fires a fraction of a ms early.
 */
export function createAlarm(scheduler: SchedulerLike, onDue: () => void, options: AlarmOptions = {}): Alarm {
  return new TimerAlarm(scheduler, onDue, options);
}

class TimerAlarm implements Alarm {
  readonly #scheduler: SchedulerLike;
  readonly #onDue: () => void;
  #dueMs: number = Number.POSITIVE_INFINITY;
  #runsOutMs: number = Number.POSITIVE_INFINITY;
  #timer: Subscription | undefined;
  /**
   * The action that is firing now. If rescheduled, it becomes the next timer, so an alarm for every frame creates none.
   */
  #running: SchedulerAction<TimerAlarm> | undefined;
  readonly #isLast: boolean;
  /** True if the timer has fired and will run once more after all other work of its instant. */
  #isBehindInstant = false;

  constructor(scheduler: SchedulerLike, onDue: () => void, { isLast = false }: AlarmOptions) {
    this.#scheduler = scheduler;
    this.#onDue = onDue;
    this.#isLast = isLast;
  }

  set(atMs: number | undefined): void {
    this.#dueMs = atMs ?? Number.POSITIVE_INFINITY;
    if (atMs === undefined) this.#stop();
    else this.#setTimer();
  }

  #stop(): void {
    if (this.#timer === undefined) return;
    this.#timer.unsubscribe();
    this.#timer = undefined;
    this.#runsOutMs = Number.POSITIVE_INFINITY;
    this.#isBehindInstant = false;
  }

  #setTimer(): void {
    if (this.#runsOutMs < this.#dueMs) return;
    const nowMs = this.#scheduler.now();
    // Rounded up: a timer that fires a fraction early would find nothing to do.
    const delayMs = Math.max(0, Math.ceil(this.#dueMs - nowMs));
    // A timer for the same instant is replaced, so that it runs after all work already due then.
    if (this.#runsOutMs < nowMs + delayMs) return;
    this.#runsOutMs = nowMs + delayMs;
    const running = this.#running;
    if (this.#timer !== running) this.#timer?.unsubscribe();
    const isReusable = running !== undefined && !running.closed;
    this.#timer = isReusable
      ? running.schedule(this, delayMs)
      : this.#scheduler.schedule(TimerAlarm.#runOut, delayMs, this as TimerAlarm);
  }

  /** Fires an alarm. All alarms share this function; the alarm is the state of its action. */
  static #runOut(this: SchedulerAction<TimerAlarm>, alarm?: TimerAlarm): void {
    if (alarm !== undefined) alarm.#ring(this);
  }

  #ring(action: SchedulerAction<TimerAlarm>): void {
    this.#runsOutMs = Number.POSITIVE_INFINITY;
    this.#running = action;
    try {
      const isDue = this.#scheduler.now() >= this.#dueMs;
      const waits = isDue && this.#isLast && !this.#isBehindInstant;
      this.#isBehindInstant = waits;
      if (!isDue || waits) this.#setTimer();
      else this.#onDue();
    } finally {
      this.#running = undefined;
    }
  }
}
