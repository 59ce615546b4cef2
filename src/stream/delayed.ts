import { Observable, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';

/**
 * Emits each value `delayMs` later, like RxJS's `delay`, but schedules only one action per value, because every frame
 * and report of a replayed session passes through.
 */
export function delayed<T>(delayMs: number, scheduler: SchedulerLike): MonoTypeOperatorFunction<T> {
  return (values) =>
    new Observable((subscriber) => {
      let waiting = 0;
      let isOver = false;
      const emit = (value: T): void => {
        waiting--;
        subscriber.next(value);
        if (isOver && waiting === 0) subscriber.complete();
      };
      subscriber.add(
        values.subscribe({
          next: (value) => {
            waiting++;
            subscriber.add(scheduler.schedule(() => emit(value), delayMs));
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => {
            isOver = true;
            if (waiting === 0) subscriber.complete();
          },
        }),
      );
    });
}
