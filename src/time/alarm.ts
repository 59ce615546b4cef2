import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/** A timer that can be moved. */
export interface Alarm {
  /** Sets the time of the call, in scheduler time; undefined cancels it. */
  set(atMs: number | undefined): void;
}

export interface AlarmOptions {
  /** True: `onDue` is called last in its instant, after the inputs of that instant. @default false */
  readonly isLast?: boolean | undefined;
}

/**
 * Creates an alarm that calls `onDue` once, with at most one timer. If the time moves later, the timer runs out and is set
 * again for the rest, as is a timer of the platform that is early by a fraction of a ms.
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
  /** The action that runs out now. Scheduled once more, it is the next timer: an alarm for every frame creates none. */
  #running: SchedulerAction<TimerAlarm> | undefined;
  readonly #isLast: boolean;
  /** Whether the timer has fired, and will run once more after all work of its instant. */
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
    // Rounded up: a timer that is early by a fraction would find nothing to do.
    const delayMs = Math.max(0, Math.ceil(this.#dueMs - nowMs));
    // A timer for the same instant is replaced, to run after all work that is already due then.
    if (this.#runsOutMs < nowMs + delayMs) return;
    this.#runsOutMs = nowMs + delayMs;
    const running = this.#running;
    if (this.#timer !== running) this.#timer?.unsubscribe();
    const isReusable = running !== undefined && !running.closed;
    this.#timer = isReusable
      ? running.schedule(this, delayMs)
      : this.#scheduler.schedule(TimerAlarm.#runOut, delayMs, this as TimerAlarm);
  }

  /** One function for all alarms: the alarm is the state of its action. */
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
