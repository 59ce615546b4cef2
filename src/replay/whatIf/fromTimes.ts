import { Observable } from 'rxjs';
import type { SchedulerAction, SchedulerLike } from 'rxjs';

/** Something with the time at which it is to happen, in ms of the scheduler. */
export interface Timed {
  readonly atMs: number;
}

/**
 * Emits each item at its time; what lies in the past comes at once. One piece of work for all of them: an Observable made
 * for each of the ten thousand windows of a recording took longer than what is done with it.
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
