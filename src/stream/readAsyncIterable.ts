import type { SchedulerLike, Subscriber, Unsubscribable } from 'rxjs';
import { guard } from './guard.ts';
import { WorkBudget } from './workBudget.ts';

/**
 * Emits the values of an async iterable to `subscriber`. Reads an iterable that never pauses in slices, with a turn of
 * the scheduler after each. Unsubscribing before the end aborts its `controller`, if any, and requests its return
 * without waiting for it. Calls `failed` with the errors of both.
 */
export function readAsyncIterable<T>(
  source: AsyncIterable<T>,
  subscriber: Subscriber<T>,
  failed: (error: unknown) => void,
  scheduler: SchedulerLike,
): void {
  const reader = new IterableReader(source, subscriber, failed, scheduler);
  subscriber.add(reader);
  void reader.read();
}

class IterableReader<T> implements Unsubscribable {
  readonly #source: AsyncIterable<T>;
  readonly #iterator: AsyncIterator<T>;
  readonly #subscriber: Subscriber<T>;
  readonly #failed: (error: unknown) => void;
  readonly #budget: WorkBudget;
  #hasEnded = false;

  constructor(
    source: AsyncIterable<T>,
    subscriber: Subscriber<T>,
    failed: (error: unknown) => void,
    scheduler: SchedulerLike,
  ) {
    this.#source = source;
    this.#iterator = source[Symbol.asyncIterator]();
    this.#subscriber = subscriber;
    this.#failed = failed;
    this.#budget = new WorkBudget(scheduler);
  }

  async read(): Promise<void> {
    const subscriber = this.#subscriber;
    try {
      while (!subscriber.closed) {
        const { done, value } = await this.#iterator.next();
        if (done === true) {
          this.#hasEnded = true;
          return subscriber.complete();
        }
        const isSpent = this.#budget.spend(1);
        subscriber.next(value);
        if (isSpent) await new Promise<void>((resolve) => this.#budget.afterTurn(resolve));
      }
    } catch (error) {
      this.#hasEnded = true;
      subscriber.error(error);
    }
  }

  unsubscribe(): void {
    this.#budget.stop();
    if (this.#hasEnded) return;
    guard(() => abortController(this.#source), this.#failed);
    guard(() => void Promise.resolve(this.#iterator.return?.()).then(undefined, this.#failed), this.#failed);
  }
}

function abortController(source: unknown): void {
  const { controller } = source as { readonly controller?: Partial<AbortController> | null };
  if (typeof controller?.abort === 'function') controller.abort();
}
