import { Observable, type SchedulerAction, type SchedulerLike } from 'rxjs';

/** An item with its time, in ms of the scheduler. */
export interface Timed {
  readonly atMs: number;
}

/**
 * Emits each item at its time, and past items at once. Schedules one action for all items: with one Observable for each
 * of a recording's ten thousand windows, scheduling would cost more than processing.
 */
export function fromTimes<T extends Timed>(items: readonly T[], scheduler: SchedulerLike): Observable<T> {
  return new Observable((subscriber) => {
    let next = 0;
    const delayOf = (item: T): number => Math.max(0, item.atMs - scheduler.now());
    const emit = function (this: SchedulerAction<unknown>): void {
      const item = items[next];
      if (item !== undefined) subscriber.next(item);
      const following = items[++next];
      if (subscriber.closed) return;
      if (following === undefined) subscriber.complete();
      else this.schedule(undefined, delayOf(following));
    };
    const [first] = items;
    if (first === undefined) return subscriber.complete();
    return scheduler.schedule(emit, delayOf(first));
  });
}
