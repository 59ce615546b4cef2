import type { SchedulerLike } from 'rxjs';
import { createWorkBudget } from './workBudget.ts';

/** The values that wait for the next turn of the scheduler. */
export interface SliceQueue<T> {
  /** Emits a value at once if nothing waits and the budget of this turn is not spent. */
  add(value: T): void;
  /** Adds values in order: one that arrives while they are emitted waits behind them. */
  addAll(values: readonly T[]): void;
  /** Number of waiting values. */
  waiting(): number;
  /** Calls `notify` behind the waiting values. */
  end(notify: () => void): void;
  /** Drops the waiting values and their end, and cancels the timer. */
  stop(): void;
}

/** Creates a queue that calls `next` with its values: those that a turn of the scheduler has no budget for wait for the next. */
export function createSliceQueue<T>(
  next: (value: T) => void,
  cost: (value: T) => number,
  scheduler: SchedulerLike,
): SliceQueue<T> {
  const budget = createWorkBudget(scheduler);
  let waiting: T[] = [];
  let first = 0;
  let isSpent = false;
  let notifyEnd: (() => void) | null = null;
  const emit = (value: T): void => {
    isSpent = budget.spend(cost(value));
    if (isSpent) budget.afterTurn(drain);
    next(value);
  };
  const drain = (): void => {
    isSpent = false;
    while (first < waiting.length && !isSpent) emit(waiting[first++] as T);
    if (first < waiting.length) return;
    waiting = [];
    first = 0;
    notifyEnd?.();
  };
  return {
    add(value) {
      if (isSpent || waiting.length > 0) waiting.push(value);
      else emit(value);
    },
    addAll(values) {
      const isIdle = !isSpent && waiting.length === 0;
      waiting.push(...values);
      if (isIdle) drain();
    },
    waiting: () => waiting.length - first,
    end(notify) {
      notifyEnd = notify;
      if (waiting.length === 0) notify();
    },
    stop() {
      budget.stop();
      waiting = [];
      notifyEnd = null;
    },
  };
}
