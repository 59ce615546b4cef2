import { Subscriber, throwError, type Observable, type Subscription } from 'rxjs';

/**
 * Calls `next` with each value, like `source.subscribe(next)`, but with one intermediate object instead of three. An
 * exception is reported as unhandled, and the source continues.
 */
export function consume<T>(source: Observable<T>, next: (value: T) => void): Subscription {
  return source.subscribe(new Consumer(next));
}

class Consumer<T> extends Subscriber<T> {
  readonly #handle: (value: T) => void;

  constructor(handle: (value: T) => void) {
    super();
    this.#handle = handle;
  }

  protected override _next(value: T): void {
    try {
      this.#handle(value);
    } catch (thrown) {
      reportUnhandled(thrown);
    }
  }

  protected override _error(error: unknown): void {
    reportUnhandled(error);
    this.unsubscribe();
  }
}

/** Reports an exception thrown by an observer, as RxJS does. */
export function reportUnhandled(thrown: unknown): void {
  throwError(() => thrown).subscribe();
}
