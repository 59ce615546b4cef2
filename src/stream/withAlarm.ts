import { Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { createAlarm } from '../time/alarm.ts';

/**
 * Hands on each value, and `ring()` whenever the time has come that `dueAt` said of the latest one, in scheduler time;
 * undefined: never. As `switchMap` to a timer does, with one timer in all, however many values there are.
 */
export function withAlarm<T, Ring>(
  dueAt: (value: T) => number | undefined,
  ring: () => Ring,
  scheduler: SchedulerLike,
): OperatorFunction<T, T | Ring> {
  return (values) =>
    new Observable((subscriber) => {
      const alarm = createAlarm(scheduler, () => subscriber.next(ring()));
      subscriber.add(() => alarm.set(undefined));
      const listening = values.subscribe({
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
      });
      subscriber.add(listening);
    });
}
