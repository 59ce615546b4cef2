import { Observable, type Subscriber } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/** Emits null and completes when `source` completes; its values are ignored. `ignoreElements` and `endWith` with one subscription. */
export function completion(source: Observable<unknown>): Observable<null> {
  return new Observable((subscriber) => source.subscribe(createCompletion(subscriber)));
}

/** Creates the subscriber to the source, outside of the operator's closures: these keep the source in memory. */
function createCompletion(subscriber: Subscriber<null>): Subscriber<unknown> {
  return createOperatorSubscriber(subscriber, {
    next: () => {},
    complete: () => {
      subscriber.next(null);
      subscriber.complete();
    },
  });
}
