import { Subscription, type SchedulerAction, type SchedulerLike } from 'rxjs';

/** A timer that is later than this has waited for a process that was blocked or suspended. */
const LATE_MS = 50;

/** The longest time of a timer, 24.8 days: Node runs one that is set for longer at once. */
export const LONGEST_MS = 2_147_483_647;

/** Read once: on Node the global is a getter, and a frame reads the time many times. */
const { performance } = globalThis;

/** Whether timers wait for the next turn of the event loop. */
let isReading = false;

/**
 * A scheduler in real time, without the jumps of the wall clock: `now()` is ms since the start of the process. After the process was
 * blocked or suspended, what has arrived meanwhile is read first: timers that are late, and those behind them, run a turn of the
 * event loop later. A deadline is not missed by what came in time.
 */
export const monotonicScheduler: SchedulerLike = {
  now: () => performance.now(),
  schedule: <T>(work: Work<T>, delayMs?: number, state?: T) => new TimedWork(work).schedule(state, delayMs),
};

type Work<T> = (this: SchedulerAction<T>, state: T) => void;

/** Work with a timer of its own. It closes itself when it has run and was not scheduled again. */
class TimedWork<T> extends Subscription implements SchedulerAction<T> {
  readonly #work: Work<T>;
  #state: T | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = 0;
  #isPostponed = false;

  constructor(work: Work<T>) {
    super();
    this.#work = work;
  }

  schedule(state?: T, delayMs: number = 0): Subscription {
    if (this.closed) return this;
    const ms = Math.min(delayMs, LONGEST_MS);
    this.#state = state;
    this.#dueMs = performance.now() + ms;
    this.#setTimer(ms);
    return this;
  }

  override unsubscribe(): void {
    clearTimeout(this.#timer);
    super.unsubscribe();
  }

  #setTimer(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(runOut, ms, this);
  }

  /** Runs when the timer has run out. */
  run(): void {
    this.#timer = undefined;
    this.#isPostponed = !this.#isPostponed && mustWait(this.#dueMs);
    if (this.#isPostponed) this.#setTimer(0);
    else this.#execute();
  }

  #execute(): void {
    try {
      this.#work.call(this, this.#state as T);
    } catch (error) {
      this.unsubscribe();
      throw error;
    }
    if (this.#timer === undefined) this.unsubscribe();
  }
}

/** One function for all timers. */
function runOut<T>(work: TimedWork<T>): void {
  work.run();
}

function mustWait(dueMs: number): boolean {
  if (isReading || performance.now() - dueMs < LATE_MS) return isReading;
  isReading = true;
  setTimeout(() => {
    isReading = false;
  });
  return true;
}
