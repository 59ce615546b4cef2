import { Observable, type Observer, type Subscriber, type Subscription } from 'rxjs';

/** The handlers of an operator for its source. An error or completion without a handler is passed on. */
export interface OperatorHandlers<T> {
  readonly next: (value: T) => void;
  readonly error?: ((error: unknown) => void) | undefined;
  readonly complete?: (() => void) | undefined;
}

/**
 * Subscribes an operator to its source: what RxJS 7 does for its own operators, and RxJS 8 exports as `operate`. `out`
 * owns the subscription before the source begins, so that its end also stops a source that emits synchronously in
 * `subscribe`. An exception in a handler becomes the error of `out`. The source is unsubscribed after the handler of
 * its end has run.
 *
 * @example
 * ```
 * const double = (source: Observable<number>): Observable<number> =>
 *   new Observable((out) => operate(source, out, { next: (value) => out.next(2 * value) }));
 * ```
 */
export function operate<T>(source: Observable<T>, out: Subscriber<never>, handlers: OperatorHandlers<T>): Subscription {
  return subscribeWithin(source, out, new GuardedHandlers(out, handlers));
}

/** Subscribes to `source` with a subscription that `owner` owns before the source begins. */
export function subscribeWithin<T>(source: Observable<T>, owner: Subscription, observer: Observer<T>): Subscription {
  return new Observable<T>((subscriber) => {
    owner.add(subscriber);
    source.subscribe(subscriber);
  }).subscribe(observer);
}

/** Passes the exceptions of handlers to `out`. */
class GuardedHandlers<T> implements Observer<T> {
  readonly #out: Subscriber<never>;
  readonly #handlers: OperatorHandlers<T>;

  constructor(out: Subscriber<never>, handlers: OperatorHandlers<T>) {
    this.#out = out;
    this.#handlers = handlers;
  }

  next(value: T): void {
    try {
      this.#handlers.next(value);
    } catch (error) {
      this.#out.error(error);
    }
  }

  error(error: unknown): void {
    if (this.#handlers.error === undefined) return this.#out.error(error);
    try {
      this.#handlers.error(error);
    } catch (thrown) {
      this.#out.error(thrown);
    }
  }

  complete(): void {
    if (this.#handlers.complete === undefined) return this.#out.complete();
    try {
      this.#handlers.complete();
    } catch (error) {
      this.#out.error(error);
    }
  }
}
