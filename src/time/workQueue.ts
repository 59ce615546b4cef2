import { Subscription, type SchedulerAction } from 'rxjs';
import { Heap, type HeapItem } from './heap.ts';

/** Rounds a time to the microsecond, in ms. */
export function toMicrosecond(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** What is to be done, and what time it is: the memory of a virtual clock. */
export class WorkQueue {
  /** In ms. Only the clock moves it. */
  now: number = 0;
  readonly #heap: Heap<Work<unknown>> = new Heap();
  readonly #round: (ms: number) => number;
  #entries = 0;

  /** `round`: rounds the time at which work is due. @default not at all */
  constructor(round: (ms: number) => number = (ms) => ms) {
    this.#round = round;
  }

  get size(): number {
    return this.#heap.size;
  }

  /** The earliest work, left where it is. */
  get first(): Work<unknown> | undefined {
    return this.#heap.first;
  }

  /** Enters `work`, or moves it if it is entered already; it comes after all that is due at the same instant. */
  enqueue(work: Work<unknown>, delayMs: number): void {
    this.#heap.remove(work);
    work.due = this.#round(this.now + (delayMs > 0 ? delayMs : 0));
    work.order = this.#entries++;
    this.#heap.add(work);
  }

  remove(work: Work<unknown>): void {
    this.#heap.remove(work);
  }
}

/**
 * One piece of work, as RxJS knows it: unsubscribing cancels it, `schedule` enters it once more. It closes itself when it
 * has run and not asked to run again, so that whoever added it to a subscription does not retain it.
 */
export class Work<T> extends Subscription implements SchedulerAction<T>, HeapItem {
  due: number = 0;
  order: number = 0;
  index: number = -1;
  #state: T | undefined;
  readonly #agenda: WorkQueue;
  readonly #run: (this: SchedulerAction<T>, state: T) => void;

  constructor(agenda: WorkQueue, run: (this: SchedulerAction<T>, state: T) => void) {
    super();
    this.#agenda = agenda;
    this.#run = run;
  }

  schedule(state?: T, delay: number = 0): Subscription {
    if (this.closed) return this;
    this.#state = state;
    this.#agenda.enqueue(this as Work<unknown>, delay);
    return this;
  }

  /** Does it; it has been struck from the agenda before. */
  execute(): void {
    try {
      this.#run.call(this, this.#state as T);
    } finally {
      if (this.index < 0) this.unsubscribe();
    }
  }

  override unsubscribe(): void {
    this.#agenda.remove(this as Work<unknown>);
    super.unsubscribe();
  }
}
