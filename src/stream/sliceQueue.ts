import type { SchedulerLike } from 'rxjs';
import { WorkBudget } from './workBudget.ts';

/** A queue of values that wait for the next turn of the scheduler. */
export interface SliceQueue<T> {
  /** Emits a value at once if nothing is waiting and the budget of this turn is not spent; otherwise queues it. */
  add(value: T): void;
  /** Adds a value in order. Values that arrive while it is being emitted wait. */
  append(value: T): void;
  /** Adds values in order. Values that arrive while they are being emitted wait. */
  addAll(values: readonly T[]): void;
  /** Number of waiting values. */
  waiting(): number;
  /** Calls `notify` after the waiting values. */
  end(notify: () => void): void;
  /** Drops the waiting values and the end, and cancels the timer. */
  stop(): void;
}

/**
 * Creates a queue that calls `next` with its values. Values that exceed the budget of a turn of the scheduler wait for
 * the next turn. Without `cost`, each value costs 1.
 */
export function createSliceQueue<T>(
  next: (value: T) => void,
  cost: ((value: T) => number) | null,
  scheduler: SchedulerLike,
): SliceQueue<T> {
  return new BudgetQueue(next, cost, scheduler);
}

class BudgetQueue<T> implements SliceQueue<T> {
  readonly #next: (value: T) => void;
  readonly #cost: ((value: T) => number) | null;
  readonly #budget: WorkBudget;
  #waiting: T[] = [];
  #first = 0;
  #isSpent = false;
  /** True while a value that did not wait is being emitted. */
  #isEmitting = false;
  #notifyEnd: (() => void) | null = null;

  constructor(next: (value: T) => void, cost: ((value: T) => number) | null, scheduler: SchedulerLike) {
    this.#next = next;
    this.#cost = cost;
    this.#budget = new WorkBudget(scheduler);
  }

  add(value: T): void {
    if (this.#isSpent || this.#waiting.length > 0) this.#waiting.push(value);
    else this.#emit(value);
  }

  /** Adds a value. Usually there is only one at a time, so it bypasses the list of waiting values. */
  append(value: T): void {
    if (this.#isBusy) {
      this.#waiting.push(value);
      return;
    }
    this.#isEmitting = true;
    this.#emit(value);
    this.#isEmitting = false;
    if (this.#waiting.length === 0) this.#notifyEnd?.();
    else if (!this.#isSpent) this.#drain();
  }

  addAll(values: readonly T[]): void {
    if (values.length === 1) this.append(values[0] as T);
    else if (this.#isBusy) this.#waiting.push(...values);
    else {
      this.#waiting = [...values];
      this.#drain();
    }
  }

  waiting(): number {
    return this.#waiting.length - this.#first;
  }

  end(notify: () => void): void {
    this.#notifyEnd = notify;
    if (this.#waiting.length === 0 && !this.#isEmitting) notify();
  }

  stop(): void {
    this.#budget.stop();
    this.#waiting = [];
    this.#first = 0;
    this.#notifyEnd = null;
  }

  get #isBusy(): boolean {
    return this.#isEmitting || this.#isSpent || this.#waiting.length > 0;
  }

  #emit(value: T): void {
    this.#isSpent = this.#budget.spend(this.#cost === null ? 1 : this.#cost(value));
    if (this.#isSpent) this.#budget.afterTurn(() => this.#drain());
    this.#next(value);
  }

  #drain(): void {
    this.#isSpent = false;
    while (this.#first < this.#waiting.length && !this.#isSpent) this.#emit(this.#waiting[this.#first++] as T);
    if (this.#first < this.#waiting.length) return;
    this.#waiting = [];
    this.#first = 0;
    this.#notifyEnd?.();
  }
}
