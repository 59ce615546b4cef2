import { Subscription, type Observer } from 'rxjs';

/**
 * An observer that a source calls directly: RxJS wraps an object of functions in three more, each of which passes every value
 * on. Calls nothing after its end. The functions must not throw.
 */
export class DirectObserver<T> extends Subscription implements Observer<T> {
  readonly #next: (value: T) => void;
  readonly #error: (error: unknown) => void;
  readonly #complete: () => void;
  #isStopped = false;

  constructor(next: (value: T) => void, error: (error: unknown) => void, complete: () => void) {
    super();
    this.#next = next;
    this.#error = error;
    this.#complete = complete;
  }

  next(value: T): void {
    if (!this.#isStopped && !this.closed) this.#next(value);
  }

  error(error: unknown): void {
    this.#stop(() => this.#error(error));
  }

  complete(): void {
    this.#stop(this.#complete);
  }

  /** Emits the end before the teardown of the source, as RxJS does. */
  #stop(emit: () => void): void {
    if (this.#isStopped || this.closed) return;
    this.#isStopped = true;
    emit();
    this.unsubscribe();
  }
}
