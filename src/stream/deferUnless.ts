import { asapScheduler, Observable, type MonoTypeOperatorFunction } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Emits values at the end of the turn of the event loop, in order. An urgent value is emitted at once, behind those that wait.
 *
 * ```text
 * source  (abU)c     U: urgent
 * output  (abU)c     "a" and "b" before "U", "c" when all work of its turn is done
 * ```
 */
export function deferUnless<T>(isUrgent: (value: T) => boolean): MonoTypeOperatorFunction<T> {
  return (values) =>
    new Observable((subscriber) => {
      const waiting: T[] = [];
      const drain = (): void => {
        while (waiting.length > 0) subscriber.next(waiting.shift() as T);
      };
      values.subscribe(
        createOperatorSubscriber<T>(subscriber, {
          next: (value) => {
            waiting.push(value);
            if (isUrgent(value)) drain();
            else asapScheduler.schedule(drain);
          },
          complete: () => {
            asapScheduler.schedule(() => subscriber.complete());
          },
        }),
      );
    });
}
