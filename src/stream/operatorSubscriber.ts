import { Subscriber } from 'rxjs';

/** The handlers of an operator for its source. An error or completion without a handler is passed on. */
export interface OperatorHandlers<T> {
  readonly next: (value: T) => void;
  readonly error?: ((error: unknown) => void) | undefined;
  readonly complete?: (() => void) | undefined;
}

/**
 * Creates an operator's subscriber to its source, like that of RxJS's own operators. `destination` owns it before the
 * source begins, so that its end also stops a source that emits synchronously in `subscribe`. An exception in a handler
 * becomes the error of the stream. The source is unsubscribed after the handler of its end has run.
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
