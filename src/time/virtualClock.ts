import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';
import { WorkQueue, Work } from './workQueue.ts';
import { currentCaller } from './caller.ts';
import { runSteps, turnEventLoop } from './runSteps.ts';

/** Limit on the work within one microsecond. Beyond it the clock fails. */
const MAX_WORK_PER_MICROSECOND = 100_000;
const MICROSECOND = 0.001;
/** Instants between two turns of the event loop, so that an endless run can be timed out. */
const INSTANTS_PER_TURN = 256;

/**
 * An RxJS scheduler in virtual time, for whole sessions: its time moves by `run`, `advance` and `flush` only. Work runs in the
 * order of time, and of scheduling at equal times; cancelled work is removed at once; promises and async iterables settle
 * between instants. Times are in ms from 0. Sockets and workers do not follow it: use doubles.
 */
export class VirtualClock implements SchedulerLike {
  readonly #queue: WorkQueue = new WorkQueue();
  #running = false;
  /** The begin of the microsecond, and the work within it so far. */
  #sinceMs = 0;
  #work = 0;

  /** Virtual time in ms since the clock was created. */
  now(): number {
    return this.#queue.now;
  }

  /** Number of scheduled pieces of work. */
  get pending(): number {
    return this.#queue.size;
  }

  /**
   * Runs `work` after `delay` ms; a delay below 0 counts as 0, and after `Infinity` it never runs. Unsubscribing removes the
   * work; calling `this.schedule(state, delay)` inside `work` runs it once more.
   */
  schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay: number = 0, state?: T): Subscription {
    const scheduled = new Work<T>(this.#queue, work).schedule(state, delay);
    currentCaller()?.onSchedule(scheduled);
    return scheduled;
  }

  /** Resolves after `ms`. Aborting `signal` rejects it at once, with the signal's reason. */
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
   * Runs all work that is due up to and including `untilMs`, and moves the time there. Promises and async iterables settle
   * before, between and after the instants. Without an argument it runs until no work is left. An error of scheduled work
   * rejects the promise, and the clock stops at that instant.
   *
   * @param outside returns a further promise to wait for, whenever all has settled; virtual time stands still meanwhile
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

  /** Runs the next `ms`, as `run` does. */
  advance(ms: number): Promise<void> {
    return this.run(this.now() + ms);
  }

  /** Runs synchronously, for plain Observables: promises and async iterables do not settle. */
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
    if (this.#running) throw new Error('the clock is running already: await its `run` before the next one');
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
