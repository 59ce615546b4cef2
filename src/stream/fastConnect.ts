import { Observable, type OperatorFunction } from 'rxjs';
import { FastSubject } from './fastSubject.ts';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Shares the source within `selector` as `connect` does, over a Subject whose `next` allocates nothing. A subscription to
 * `shared` is one to that Subject: `connect` makes a second one for each. `note` is called with each value before it is emitted, as
 * that of a `tap`, without an operator in between.
 */
export function fastConnect<T, Out>(
  selector: (shared: Observable<T>) => Observable<Out>,
  note?: (value: T) => void,
): OperatorFunction<T, Out> {
  return (source) =>
    new Observable((subscriber) => {
      const shared = note === undefined ? new FastSubject<T>() : new NotingSubject(note);
      selector(shared).subscribe(subscriber);
      source.subscribe(createOperatorSubscriber(subscriber, shared));
    });
}

class NotingSubject<T> extends FastSubject<T> {
  readonly #note: (value: T) => void;

  constructor(note: (value: T) => void) {
    super();
    this.#note = note;
  }

  override next(value: T): void {
    this.#note(value);
    super.next(value);
  }
}
