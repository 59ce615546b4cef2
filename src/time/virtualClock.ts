import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';
import { WorkQueue, Work } from './workQueue.ts';
import { currentCaller } from './caller.ts';
import { runSteps, turnEventLoop } from './runSteps.ts';

/** Work within one microsecond beyond which the clock fails, rather than run for ever. */
const MAX_WORK_PER_MICROSECOND = 100_000;
const MICROSECOND = 0.001;
/** How often a run lets the event loop turn, so that one without end can be timed out. */
const INSTANTS_PER_TURN = 256;

/**
 * Virtual time for whole sessions: an RxJS scheduler whose time moves only when told to. Work runs in absolute order, first
 * in first out at equal times; cancelled work leaves at once; promises and async iterables settle between instants.
 * Times are in ms from 0, the clock's birth. What waits for the outside (a socket, a worker) does not move with it: use
 * doubles there.
 */
export class VirtualClock implements SchedulerLike {
  readonly #agenda: WorkQueue = new WorkQueue();
  #running = false;
  #microsecond = { fromMs: 0, work: 0 };

  /** Virtual ms since the clock's birth. */
  now(): number {
    return this.#agenda.now;
  }

  /** How many pieces of work wait. */
  get pending(): number {
    return this.#agenda.size;
  }

  /**
   * Runs `work` in `delay` ms. A delay below 0 counts as 0, one of `Infinity` never comes. Unsubscribing takes the work
   * out; calling `this.schedule(state, delay)` inside `work` runs it once more.
   */
  schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay: number = 0, state?: T): Subscription {
    const scheduled = new Work<T>(this.#agenda, work).schedule(state, delay);
    currentCaller()?.onSchedule(scheduled);
    return scheduled;
  }

  /** A promise that resolves in `ms`. Aborting `signal` rejects it at once, with the signal's reason. */
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
   * Runs everything due up to and including `untilMs`, instant by instant, with promises and async iterables settled
   * before the first, between all, and after the last; then it is `untilMs`. Without an argument it runs until no work is
   * left. What scheduled work throws rejects the promise, and the clock stops at that instant.
   *
   * @param outside What else to wait for whenever all has settled, while virtual time stands still.
   */
  async run(untilMs: number = Number.POSITIVE_INFINITY, outside?: () => Promise<void> | undefined): Promise<void> {
    const stop = this.#start();
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
      stop();
    }
  }

  /** `run`, for the next `ms`. */
  advance(ms: number): Promise<void> {
    return this.run(this.now() + ms);
  }

  /** `run` in one go, synchronously: promises and async iterables do not settle. For graphs of plain Observables. */
  flush(untilMs: number = Number.POSITIVE_INFINITY): void {
    const stop = this.#start();
    try {
      for (let due = this.#next(untilMs); due !== undefined; due = this.#next(untilMs)) this.#instant(due);
      this.#arrive(untilMs);
    } finally {
      stop();
    }
  }

  #start(): () => void {
    if (this.#running) throw new Error('the clock is running already: await its `run` before the next one');
    this.#running = true;
    return () => {
      this.#running = false;
    };
  }

  #next(untilMs: number): number | undefined {
    const due = this.#agenda.first?.due;
    return due === undefined || due > untilMs || due === Number.POSITIVE_INFINITY ? undefined : due;
  }

  #instant(due: number): void {
    const agenda = this.#agenda;
    if (due - this.#microsecond.fromMs >= MICROSECOND) this.#microsecond = { fromMs: due, work: 0 };
    agenda.now = due;
    for (let work = agenda.first; work?.due === due; work = agenda.first) {
      if (++this.#microsecond.work > MAX_WORK_PER_MICROSECOND) throw stuck(this.#microsecond.fromMs, due);
      agenda.remove(work);
      work.execute();
    }
  }

  #arrive(untilMs: number): void {
    if (untilMs > this.now() && untilMs < Number.POSITIVE_INFINITY) this.#agenda.now = untilMs;
  }
}

function stuck(fromMs: number, nowMs: number): Error {
  if (fromMs === nowMs) return new Error(`time stands still at ${nowMs} ms: work brings more work`);
  return new Error(
    `time creeps from ${fromMs} ms to ${nowMs} ms: work brings more work less than a microsecond later. Round its delays`,
  );
}
