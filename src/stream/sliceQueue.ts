import type { SchedulerLike, Subscriber } from 'rxjs';
import { createWorkBudget } from './workBudget.ts';

/** The values that wait for the next turn of the scheduler. */
export interface SliceQueue<T> {
  /** Emits a value at once if nothing waits and the budget of this turn is not spent. */
  add(value: T): void;
  /** Number of waiting values. */
  waiting(): number;
  /** Calls `notify` behind the waiting values. */
  end(notify: () => void): void;
  /** Drops the waiting values and cancels the timer. */
  stop(): void;
}

export function createSliceQueue<T>(
  subscriber: Subscriber<T>,
  cost: (value: T) => number,
  scheduler: SchedulerLike,
): SliceQueue<T> {
  const budget = createWorkBudget(scheduler);
  let waiting: T[] = [];
  let next = 0;
  let isSpent = false;
  let notifyEnd: (() => void) | null = null;
  const emit = (value: T): void => {
    isSpent = budget.spend(cost(value));
    if (isSpent) budget.afterTurn(drain);
    subscriber.next(value);
  };
  const drain = (): void => {
    isSpent = false;
    while (next < waiting.length && !isSpent && !subscriber.closed) emit(waiting[next++] as T);
    if (next < waiting.length) return;
    waiting = [];
    next = 0;
    notifyEnd?.();
  };
  return {
    add(value) {
      if (isSpent || waiting.length > 0) waiting.push(value);
      else emit(value);
    },
    waiting: () => waiting.length - next,
    end(notify) {
      notifyEnd = notify;
      if (waiting.length === 0) notify();
    },
    stop() {
      budget.stop();
      waiting = [];
    },
  };
}
