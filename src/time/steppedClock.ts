import { asapScheduler, type SchedulerAction, type SchedulerLike, type Subscription } from 'rxjs';
import { WorkQueue, toMicrosecond, Work } from './workQueue.ts';

export interface SteppedClockOptions {
  /** Returns the time since the last step, in ms, for `now()` between two steps. @default 0 */
  readonly msSinceStep?: (() => number) | undefined;
  /** Called when work may have been scheduled. */
  readonly onSchedule?: (() => void) | undefined;
}

/**
 * A clock that advances in steps. Its time stands still during a step, and no timer runs between two steps, so a
 * session's behaviour depends only on its steps. Times are in ms, with microsecond precision.
 */
export class SteppedClock implements SchedulerLike {
  readonly #queue: WorkQueue = new WorkQueue(toMicrosecond);
  readonly #msSinceStep: () => number;
  readonly #onSchedule: () => void;

  constructor({ msSinceStep = () => 0, onSchedule = () => {} }: SteppedClockOptions = {}) {
    this.#msSinceStep = msSinceStep;
    this.#onSchedule = onSchedule;
  }

  now(): number {
    return this.#queue.now + this.#msSinceStep();
  }

  /** The time of the last step. */
  get at(): number {
    return this.#queue.now;
  }

  /** The time at which the earliest work is due, or `Infinity` if there is none. */
  get due(): number {
    return this.#queue.first?.due ?? Number.POSITIVE_INFINITY;
  }

  schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay: number = 0, state?: T): Subscription {
    const scheduled = new Work<T>(this.#queue, work).schedule(state, delay + this.#msSinceStep());
    this.#onSchedule();
    return scheduled;
  }

  /** Sets the time to `ms` if that is later. */
  moveTo(ms: number): void {
    this.#queue.now = Math.max(ms, this.#queue.now);
  }

  /**
   * Runs all work that is due now, in order. Work scheduled meanwhile waits for the next call. Work that reschedules
   * itself without a delay is the last of its instant: it runs at the end of this turn of the event loop.
   */
  runDue(): void {
    const queue = this.#queue;
    const due: Work<unknown>[] = [];
    for (let work = queue.first; work !== undefined && work.due <= queue.now; work = queue.first) {
      queue.remove(work);
      due.push(work);
    }
    for (const work of due) if (!work.closed) this.#run(work);
  }

  #run(work: Work<unknown>): void {
    work.execute();
    const isLast = work.index >= 0 && work.due <= this.#queue.now;
    if (!isLast) return;
    this.#queue.remove(work);
    asapScheduler.schedule(() => {
      const isMoved = work.index >= 0;
      if (work.closed || isMoved) return;
      work.execute();
      this.#onSchedule();
    });
  }
}
