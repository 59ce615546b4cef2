import { Subscriber, throwError, type Observable, type Subscription } from 'rxjs';

/**
 * Calls `next` with each value, as `source.subscribe(next)` does, with one object between them in place of three. What it throws is an
 * unhandled error, and the source goes on.
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

/** Reports what an observer has thrown, as RxJS does. */
export function reportUnhandled(thrown: unknown): void {
  throwError(() => thrown).subscribe();
}
