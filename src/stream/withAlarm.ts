import { Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';
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
      values.subscribe(
        createOperatorSubscriber<T>(subscriber, {
          next: (value) => {
            alarm.set(dueAt(value));
            subscriber.next(value);
          },
        }),
      );
    });
}
