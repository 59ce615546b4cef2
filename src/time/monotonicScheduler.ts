import { AsyncResource } from 'node:async_hooks';
import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';
import { reportTimer } from './caller.ts';
import { Work, WorkQueue, type Timers } from './workQueue.ts';

/** Work later than this, in ms, has waited for a process that was blocked or suspended. */
const LATE_MS = 50;

/** Longest timer, in ms (24.8 days). Node fires longer ones at once. */
export const LONGEST_MS = 2_147_483_647;

/** Read once: on Node the global is a getter, and each frame reads the time many times. */
const { performance } = globalThis;

/** Captured at load, because a test runner may replace them for a while. */
const { setTimeout, clearTimeout, setImmediate } = globalThis;
const nextTick: (callback: () => void) => void = process.nextTick.bind(process);

const now = (): number => performance.now();

/**
 * Runs work in real time with one platform timer, which fires with the earliest work or before it. Most deadlines are
 * cancelled long before they are due and need no timer. Work that is due runs in order, and all promises settle between
 * two pieces.
 */
class TimerQueue extends WorkQueue {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #runsOutMs = Number.POSITIVE_INFINITY;
  /** True while work is running. The timer is set afterwards. */
  #isRunning = false;
  #hasRead = false;
  /**
   * True once the input that arrived since the run began has been read, while the work that became due in the run is
   * running.
   */
  #isSecondPass = false;
  /** The timer's async context. It does not retain an ended context in memory. */
  readonly #context = new AsyncResource('TimerQueue');

  override enqueue(work: Work<unknown>, delayMs: number): void {
    this.now = now();
    super.enqueue(work, Math.min(delayMs, LONGEST_MS));
    this.#setTimer();
    if (this.size === 1) this.#timer?.ref?.();
  }

  /** Removes work. A timer without work does not keep the process alive. */
  override remove(work: Work<unknown>): void {
    super.remove(work);
    if (this.size === 0) this.#timer?.unref?.();
  }

  #setTimer(): void {
    const { first } = this;
    if (first === undefined || this.#isRunning || first.due > this.#runsOutMs - 1) return;
    clearTimeout(this.#timer);
    const nowMs = now();
    // Rounded up: a timer that fires a fraction early would find nothing to do.
    const ms = Math.max(1, Math.ceil(first.due - nowMs));
    this.#runsOutMs = nowMs + ms;
    this.#timer = this.#context.runInAsyncScope(setTimeout, undefined, this.#runOut, ms);
  }

  readonly #runOut = (): void => {
    this.#timer = undefined;
    this.#runsOutMs = Number.POSITIVE_INFINITY;
    this.#isRunning = true;
    this.#runDue(now());
  };

  /**
   * Runs the work that was due at `untilMs`. If it is late, first reads the input that has arrived, in a turn of the
   * event loop.
   */
  #runDue(untilMs: number): void {
    const work = this.#firstDue(untilMs);
    if (work === undefined) this.#finish();
    else if (this.#hasRead || now() - work.due < LATE_MS) this.#run(work, untilMs);
    else {
      this.#hasRead = true;
      setImmediate(() => this.#runDue(now()));
    }
  }

  #run(work: Work<unknown>, untilMs: number): void {
    this.remove(work);
    work.execute();
    if (this.#firstDue(untilMs) === undefined) this.#finish();
    else afterPromises(() => this.#runDue(untilMs));
  }

  #firstDue(untilMs: number): Work<unknown> | undefined {
    const { first } = this;
    return first !== undefined && first.due <= untilMs ? first : undefined;
  }

  /**
   * Ends the run. Work that became due during the run, such as the last work of an instant, needs no timer: it runs
   * once the input that has arrived is read. Work that becomes due after that waits for a timer, so that work without
   * delays lets the process idle.
   */
  #finish(): void {
    this.#hasRead = false;
    if (!this.#isSecondPass && this.#firstDue(now()) !== undefined) {
      this.#isSecondPass = true;
      setImmediate(() => this.#runDue(now()));
      return;
    }
    this.#isRunning = false;
    this.#isSecondPass = false;
    this.#setTimer();
  }
}

/**
 * Gives each piece of work its own timer. Used while a test runner has replaced the platform's timers, so that work
 * follows the test runner's time.
 */
class ReplacedTimers implements Timers {
  readonly #timers = new Map<Work<unknown>, ReturnType<typeof setTimeout>>();

  enqueue(work: Work<unknown>, delayMs: number): void {
    this.remove(work);
    work.index = 0;
    const run = (): void => {
      this.remove(work);
      work.execute();
    };
    this.#timers.set(work, globalThis.setTimeout(run, Math.min(delayMs, LONGEST_MS)));
  }

  remove(work: Work<unknown>): void {
    work.index = -1;
    globalThis.clearTimeout(this.#timers.get(work));
    this.#timers.delete(work);
  }
}

/**
 * Work that runs in an async context. An error it throws is an uncaught exception of that context and stops no other
 * work.
 */
class TimedWork<T> extends Work<T> {
  readonly #createContext: () => AsyncResource;

  constructor(run: Run<T>, createContext: () => AsyncResource) {
    super(globalThis.setTimeout === setTimeout ? timers : replacedTimers, run);
    this.#createContext = createContext;
  }

  override execute(): void {
    this.#createContext().runInAsyncScope(this.#execute, this);
  }

  #execute(): void {
    try {
      super.execute();
    } catch (error) {
      nextTick(() => {
        throw error;
      });
    }
  }
}

type Run<T> = (this: SchedulerAction<T>, state: T) => void;

const JOB: Promise<void> = Promise.resolve();

/** Runs `work` when all promises have settled: Node runs its tick queue only when no promise job is left. */
function afterPromises(work: () => void): void {
  void JOB.then(() => nextTick(work));
}

const timers = new TimerQueue();
const replacedTimers = new ReplacedTimers();

/**
 * A scheduler in real time, unaffected by jumps of the wall clock: `now()` is ms since the start of the process. After
 * the process was blocked or suspended, the input that has arrived meanwhile is read first: late work, and the work
 * after it, runs one turn of the event loop later. Input that came in time therefore never misses a deadline.
 */
export const monotonicScheduler: SchedulerLike = {
  now,
  schedule: <T>(run: Run<T>, delayMs?: number, state?: T): Subscription => {
    reportTimer(delayMs ?? 0);
    const context = new AsyncResource('Timer');
    return new TimedWork(run, () => context).schedule(state, delayMs);
  },
};

/**
 * Returns a real-time scheduler whose work runs in the async context of this call, not in that of the caller of
 * `schedule`, because a context per piece of work is as expensive as a timer. Returns any other scheduler unchanged.
 */
export function bindToContext(scheduler: SchedulerLike): SchedulerLike {
  if (scheduler !== monotonicScheduler) return scheduler;
  const context = new AsyncResource('Timers');
  // Running work gets its own context, so that a context it enters does not leak into later work.
  const createContext = (): AsyncResource => context.runInAsyncScope(() => new AsyncResource('Timer'));
  return {
    now,
    schedule: <T>(run: Run<T>, delayMs?: number, state?: T): Subscription =>
      new TimedWork(run, createContext).schedule(state, delayMs),
  };
}
