import { Subscriber } from 'rxjs';

/** What an operator does with its source. An error or a completion without a handler is passed on. */
export interface OperatorHandlers<T> {
  readonly next: (value: T) => void;
  readonly error?: ((error: unknown) => void) | undefined;
  readonly complete?: (() => void) | undefined;
}

/**
 * Creates the subscriber of an operator to its source, as the operators of RxJS have it: `destination` owns it before the source
 * begins, so that its end also ends a source that emits without a pause in `subscribe`. What a handler throws is the error of
 * the stream. The source is unsubscribed after the handler of its end.
 */
export function createOperatorSubscriber<T>(
  destination: Subscriber<never>,
  handlers: OperatorHandlers<T>,
): Subscriber<T> {
  return new OperatorSubscriber(destination, handlers);
}

class OperatorSubscriber<T> extends Subscriber<T> {
  readonly #destination: Subscriber<never>;
  readonly #handlers: OperatorHandlers<T>;

  constructor(destination: Subscriber<never>, handlers: OperatorHandlers<T>) {
    super(destination);
    this.#destination = destination;
    this.#handlers = handlers;
  }

  protected override _next(value: T): void {
    try {
      this.#handlers.next(value);
    } catch (error) {
      this.#destination.error(error);
    }
  }

  protected override _error(error: unknown): void {
    if (this.#handlers.error === undefined) super._error(error);
    else this.#end(() => this.#handlers.error?.(error));
  }

  protected override _complete(): void {
    if (this.#handlers.complete === undefined) super._complete();
    else this.#end(() => this.#handlers.complete?.());
  }

  #end(handle: () => void): void {
    try {
      handle();
    } catch (error) {
      this.#destination.error(error);
    } finally {
      this.unsubscribe();
    }
  }
}
