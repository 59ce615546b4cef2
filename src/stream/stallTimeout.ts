import { Observable, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';
import { createAlarm } from '../time/alarm.ts';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

export interface StallTimeoutOptions<T> {
  /** Longest wait for the first value, in ms. */
  readonly firstMs: number;
  /** Longest wait for each further value, in ms, from the end of the emission of the last; 0: no limit. */
  readonly eachMs: number;
  /** Returns true for a value after which a stall completes the stream. */
  readonly isLast: (value: T) => boolean;
  /** Creates the error of a stall after `seen` values. */
  readonly createError: (seen: number) => Error;
  readonly scheduler: SchedulerLike;
}

/** Ends a stream that stalls, as `timeout` of RxJS does, with one timer for all values. */
export function stallTimeout<T>(options: StallTimeoutOptions<T>): MonoTypeOperatorFunction<T> {
  const { firstMs, eachMs, isLast, createError, scheduler } = options;
  return (values) =>
    new Observable((subscriber) => {
      let seen = 0;
      let mayEnd = false;
      const wait = (ms: number): void => {
        if (!subscriber.closed) alarm.set(scheduler.now() + ms);
      };
      const alarm = createAlarm(scheduler, () => {
        reading.unsubscribe();
        if (mayEnd) subscriber.complete();
        else subscriber.error(createError(seen));
      });
      const reading = createOperatorSubscriber<T>(subscriber, {
        next: (value) => {
          seen += 1;
          mayEnd ||= isLast(value);
          subscriber.next(value);
          if (eachMs > 0) wait(eachMs);
          else alarm.set(undefined);
        },
      });
      subscriber.add(() => alarm.set(undefined));
      values.subscribe(reading);
      if (seen === 0) wait(firstMs);
    });
}
