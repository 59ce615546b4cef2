import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';
import { WorkQueue, Work } from './workQueue.ts';
import { currentCaller } from './caller.ts';
import { runSteps, turnEventLoop } from './runSteps.ts';

/** Maximum amount of work within one microsecond. Beyond it, the clock fails. */
const MAX_WORK_PER_MICROSECOND = 100_000;
const MICROSECOND = 0.001;
/** Number of instants between two turns of the event loop, so that an endless run can be timed out. */
const INSTANTS_PER_TURN = 256;

/**
 * An RxJS scheduler in virtual time, for whole sessions. Its time advances only through `run`, `advance` and `flush`.
 * Work runs in order of time and, at equal times, in order of scheduling. Cancelled work is removed at once. Promises
 * and async iterables settle between instants. Times are in ms from 0. Sockets and workers do not follow this clock:
 * use doubles.
 *
 * @example
 * ```ts runnable
 * import { VirtualClock } from 'antiphon/testing';
 * import { from, timeout } from 'rxjs';
 *
 * const clock = new VirtualClock();
 * async function* answer(): AsyncGenerator<string> {
 *   await clock.sleep(4000); // takes no real time
 *   yield 'At eight?';
 * }
 * from(answer())
 *   .pipe(timeout({ first: 5000, scheduler: clock }))
 *   .subscribe((text) => console.log(clock.now(), text));
 * await clock.run(); // 4000 'At eight?'
 * ```
 */
export class VirtualClock implements SchedulerLike {
  readonly #queue: WorkQueue = new WorkQueue();
  #running = false;
  /** Start of the microsecond, and the work done within it so far. */
  #sinceMs = 0;
  #work = 0;

  /** Virtual time in ms since the clock was created. */
  now(): number {
    return this.#queue.now;
  }

  /** Number of pieces of work that are scheduled. */
  get pending(): number {
    return this.#queue.size;
  }

  /**
   * Runs `work` after `delay` ms. A delay below 0 counts as 0, and with `Infinity` the work never runs. Unsubscribing
   * removes the work. Calling `this.schedule(state, delay)` inside `work` runs it once more.
   */
  schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay: number = 0, state?: T): Subscription {
    const scheduled = new Work<T>(this.#queue, work).schedule(state, delay);
    currentCaller()?.onSchedule(scheduled);
    return scheduled;
  }

  /** Resolves after `ms`. Aborting `signal` rejects the promise at once with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const waking = this.schedule(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      const abort = (): void => {
        waking.unsubscribe();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /**
   * Runs all work that is due up to and including `untilMs`, and moves the time there. Promises and async iterables
   * settle before, between and after the instants. Without an argument, runs until no work is left. An error in
   * scheduled work rejects the promise and stops the clock at that instant.
   *
   * @param outside returns another promise to wait for, each time everything has settled; virtual time stands still
   *   meanwhile
   */
  async run(untilMs: number = Number.POSITIVE_INFINITY, outside?: () => Promise<void> | undefined): Promise<void> {
    this.#start();
    try {
      await turnEventLoop();
      let waited: Promise<void> | undefined;
      let instants = 0;
      const step = (): boolean => {
        waited = outside?.();
        const due = waited === undefined ? this.#next(untilMs) : undefined;
        if (due === undefined) return false;
        this.#instant(due);
        return ++instants % INSTANTS_PER_TURN !== 0;
      };
      do {
        await runSteps(step);
        await (waited ?? turnEventLoop());
      } while (waited !== undefined || this.#next(untilMs) !== undefined);
      this.#arrive(untilMs);
    } finally {
      this.#running = false;
    }
  }

  /** Runs for the next `ms`, like `run`. */
  advance(ms: number): Promise<void> {
    return this.run(this.now() + ms);
  }

  /** Runs synchronously, for plain Observables. Promises and async iterables do not settle. */
  flush(untilMs: number = Number.POSITIVE_INFINITY): void {
    this.#start();
    try {
      for (let due = this.#next(untilMs); due !== undefined; due = this.#next(untilMs)) this.#instant(due);
      this.#arrive(untilMs);
    } finally {
      this.#running = false;
    }
  }

  #start(): void {
    if (this.#running) throw new Error('the clock is already running: await its `run` before the next one');
    this.#running = true;
  }

  #next(untilMs: number): number | undefined {
    const due = this.#queue.first?.due;
    return due === undefined || due > untilMs || due === Number.POSITIVE_INFINITY ? undefined : due;
  }

  #instant(due: number): void {
    const queue = this.#queue;
    if (due - this.#sinceMs >= MICROSECOND) {
      this.#sinceMs = due;
      this.#work = 0;
    }
    queue.now = due;
    for (let work = queue.first; work?.due === due; work = queue.first) {
      if (++this.#work > MAX_WORK_PER_MICROSECOND) throw createStuckError(this.#sinceMs, due);
      queue.remove(work);
      work.execute();
    }
  }

  #arrive(untilMs: number): void {
    if (untilMs > this.now() && untilMs < Number.POSITIVE_INFINITY) this.#queue.now = untilMs;
  }
}

function createStuckError(fromMs: number, nowMs: number): Error {
  if (fromMs === nowMs) return new Error(`time stands still at ${nowMs} ms: work schedules more work`);
  return new Error(
    `time creeps from ${fromMs} ms to ${nowMs} ms: work schedules more work less than a microsecond later. Round its delays`,
  );
}
