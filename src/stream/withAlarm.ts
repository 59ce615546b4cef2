import { Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { createAlarm } from '../time/alarm.ts';

/**
 * Emits each value, and `onDue()` at the time that `dueAt` returns for the latest one, in scheduler time; undefined: never. As
 * `switchMap` to a timer, with one timer in all.
 */
export function withAlarm<T, Due>(
  dueAt: (value: T) => number | undefined,
  onDue: () => Due,
  scheduler: SchedulerLike,
): OperatorFunction<T, T | Due> {
  return (values) =>
    new Observable((subscriber) => {
      const alarm = createAlarm(scheduler, () => subscriber.next(onDue()));
      subscriber.add(() => alarm.set(undefined));
      subscriber.add(
        values.subscribe({
          next: (value) => {
            try {
              alarm.set(dueAt(value));
            } catch (error) {
              return subscriber.error(error);
            }
            subscriber.next(value);
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        }),
      );
    });
}
