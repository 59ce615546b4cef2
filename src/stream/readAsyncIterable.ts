import type { SchedulerLike, Subscriber } from 'rxjs';
import { createWorkBudget } from './workBudget.ts';
import { guard } from './guard.ts';

/**
 * Emits the values of an async iterable to `subscriber`, with a turn of the scheduler after each slice of an iterable that never
 * pauses. Unsubscribing before the end aborts its `controller`, if it has one, and requests its return without waiting for it;
 * `failed` gets the errors of both.
 */
export function readAsyncIterable<T>(
  source: AsyncIterable<T>,
  subscriber: Subscriber<T>,
  failed: (error: unknown) => void,
  scheduler: SchedulerLike,
): void {
  const iterator = source[Symbol.asyncIterator]();
  const budget = createWorkBudget(scheduler);
  let hasEnded = false;
  subscriber.add(() => {
    budget.stop();
    if (hasEnded) return;
    guard(() => abortController(source), failed);
    guard(() => void Promise.resolve(iterator.return?.()).then(undefined, failed), failed);
  });
  const finish = (end: () => void): void => {
    hasEnded = true;
    end();
  };
  const read = async (): Promise<void> => {
    try {
      while (!subscriber.closed) {
        const { done, value } = await iterator.next();
        if (done === true) return finish(() => subscriber.complete());
        const isSpent = budget.spend(1);
        subscriber.next(value);
        if (isSpent) await new Promise<void>((resolve) => budget.afterTurn(resolve));
      }
    } catch (error) {
      finish(() => subscriber.error(error));
    }
  };
  void read();
}

function abortController(source: unknown): void {
  const { controller } = source as { readonly controller?: Partial<AbortController> | null };
  if (typeof controller?.abort === 'function') controller.abort();
}
