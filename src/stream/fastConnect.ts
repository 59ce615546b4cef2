import { Observable, type OperatorFunction } from 'rxjs';
import { FastSubject } from './fastSubject.ts';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Shares the source within `selector` as `connect` does, over a Subject whose `next` allocates nothing. A subscription to
 * `shared` is one to that Subject: `connect` makes a second one for each.
 */
export function fastConnect<T, Out>(selector: (shared: Observable<T>) => Observable<Out>): OperatorFunction<T, Out> {
  return (source) =>
    new Observable((subscriber) => {
      const shared = new FastSubject<T>();
      selector(shared).subscribe(subscriber);
      source.subscribe(createOperatorSubscriber(subscriber, shared));
    });
}
