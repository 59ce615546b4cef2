import { Subscription, type SchedulerAction } from 'rxjs';
import { Heap, type HeapItem } from './heap.ts';

/** Rounds a time in ms to the microsecond. */
export function toMicrosecond(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Runs scheduled work when it is due. */
export interface Timers {
  /** Adds or moves `work`. Its `index` is not -1 until it is removed. */
  enqueue(work: Work<unknown>, delayMs: number): void;
  remove(work: Work<unknown>): void;
}

/** The scheduled work and the time of a virtual clock. */
export class WorkQueue extends Heap<Work<unknown>> implements Timers {
  /** The current time in ms, set by the clock. */
  now: number = 0;
  readonly #round: (ms: number) => number;
  #entries = 0;

  /** @param round rounds the time at which work is due. Default: no rounding */
  constructor(round: (ms: number) => number = (ms) => ms) {
    super();
    this.#round = round;
  }

  /** Adds or moves `work`, after all work due at the same instant. */
  enqueue(work: Work<unknown>, delayMs: number): void {
    if (work.index >= 0) this.remove(work);
    work.due = this.#round(this.now + (delayMs > 0 ? delayMs : 0));
    work.order = this.#entries++;
    this.add(work);
  }
}

/**
 * An RxJS scheduler action. Unsubscribing cancels it, and `schedule` adds it once more. It closes itself after it has
 * run without being rescheduled, so that a parent subscription does not retain it.
 */
export class Work<T> extends Subscription implements SchedulerAction<T>, HeapItem {
  due: number = 0;
  order: number = 0;
  index: number = -1;
  #state: T | undefined;
  readonly #queue: Timers;
  readonly #run: (this: SchedulerAction<T>, state: T) => void;

  constructor(queue: Timers, run: (this: SchedulerAction<T>, state: T) => void) {
    super();
    this.#queue = queue;
    this.#run = run;
  }

  schedule(state?: T, delay: number = 0): Subscription {
    if (this.closed) return this;
    this.#state = state;
    this.#queue.enqueue(this as Work<unknown>, delay);
    return this;
  }

  /** Runs the work, which must have been removed from the queue. */
  execute(): void {
    try {
      this.#run.call(this, this.#state as T);
    } catch (error) {
      this.unsubscribe();
      throw error;
    }
    if (this.index < 0) this.unsubscribe();
  }

  override unsubscribe(): void {
    this.#queue.remove(this as Work<unknown>);
    super.unsubscribe();
  }
}
