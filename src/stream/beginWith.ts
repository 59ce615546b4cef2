import { Observable, type MonoTypeOperatorFunction } from 'rxjs';

/** Emits the value that `create` returns on subscribing, and then those of the source: `startWith` without subscriptions of its own. */
export function beginWith<T>(create: () => T): MonoTypeOperatorFunction<T> {
  return (values) =>
    new Observable((subscriber) => {
      subscriber.next(create());
      if (!subscriber.closed) values.subscribe(subscriber);
    });
}
