import { Observable, type MonoTypeOperatorFunction } from 'rxjs';

/**
 * Emits the value that `create` returns on subscribing, then the values of the source: `startWith` without extra
 * subscriptions.
 */
export function beginWith<T>(create: () => T): MonoTypeOperatorFunction<T> {
  return (values) =>
    new Observable((subscriber) => {
      subscriber.next(create());
      if (!subscriber.closed) values.subscribe(subscriber);
    });
}
