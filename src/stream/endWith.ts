import { Observable, type MonoTypeOperatorFunction, type Subscriber } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/** Emits `last` after the values of the source, like RxJS's `endWith`, but with a single subscription. */
export function endWith<T>(last: T): MonoTypeOperatorFunction<T> {
  return (values) => new Observable((subscriber) => values.subscribe(createEnd(subscriber, last)));
}

/** Creates the subscriber to the source outside the operator's closures, which would keep the source in memory. */
function createEnd<T>(subscriber: Subscriber<T>, last: T): Subscriber<T> {
  return createOperatorSubscriber(subscriber, {
    next: (value) => subscriber.next(value),
    complete: () => {
      subscriber.next(last);
      subscriber.complete();
    },
  });
}
