import { Observable, type SchedulerLike } from 'rxjs';

/** Items one after the other; after each it waits for `waitMs`: 0 goes on in the same instant, `Infinity` never. */
export function paced<T>(
  items: readonly T[],
  waitMs: (item: T, index: number) => number,
  scheduler: SchedulerLike,
): Observable<T> {
  return new Observable((subscriber) => {
    let next = 0;
    const goOn = (): void => {
      while (next < items.length) {
        const index = next++;
        const item = items[index] as T;
        subscriber.next(item);
        const wait = waitMs(item, index);
        if (wait === Number.POSITIVE_INFINITY) return;
        if (wait > 0) return subscriber.add(scheduler.schedule(goOn, wait));
      }
      subscriber.complete();
    };
    goOn();
  });
}
