import { Observable, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';
import { createAlarm } from '../time/alarm.ts';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Emits each value, and ends at the time that `dueAt` returns for the latest one, in scheduler time; undefined: never. It fails
 * with the error that `onDue` returns, and completes without one.
 */
export function endByAlarm<T>(
  dueAt: (value: T) => number | undefined,
  onDue: () => Error | undefined,
  scheduler: SchedulerLike,
): MonoTypeOperatorFunction<T> {
  return (values) =>
    new Observable((subscriber) => {
      const alarm = createAlarm(scheduler, () => {
        const error = onDue();
        if (error === undefined) subscriber.complete();
        else subscriber.error(error);
      });
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
