import { Observable, type Subscriber } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Ignores the values of `source`; emits null and completes when it completes. Combines `ignoreElements` and `endWith`
 * in one subscription.
 */
export function completion(source: Observable<unknown>): Observable<null> {
  return new Observable((subscriber) => source.subscribe(createCompletion(subscriber)));
}

/** Creates the subscriber to the source outside the operator's closures, which would keep the source in memory. */
function createCompletion(subscriber: Subscriber<null>): Subscriber<unknown> {
  return createOperatorSubscriber(subscriber, {
    next: () => {},
    complete: () => {
      subscriber.next(null);
      subscriber.complete();
    },
  });
}
