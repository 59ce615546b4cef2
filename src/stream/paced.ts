import { Observable, type SchedulerLike } from 'rxjs';

/**
 * Emits the items with a pause of `waitMs` after each. For 0, continues at once; for `Infinity`, never continues.
 */
export function paced<T>(
  items: readonly T[],
  waitMs: (item: T, index: number) => number,
  scheduler: SchedulerLike,
): Observable<T> {
  return new Observable((subscriber) => {
    let next = 0;
    const resume = (): void => {
      while (next < items.length) {
        const index = next++;
        const item = items[index] as T;
        subscriber.next(item);
        const wait = waitMs(item, index);
        if (wait === Number.POSITIVE_INFINITY) return;
        if (wait > 0) return subscriber.add(scheduler.schedule(resume, wait));
      }
      subscriber.complete();
    };
    resume();
  });
}
