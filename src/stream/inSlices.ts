import { asyncScheduler, Observable, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';
import { createSliceQueue } from './sliceQueue.ts';

export interface InSlicesOptions<T> {
  /** Cost of a value; 256 may be spent in one turn of the scheduler. @default 1 */
  readonly cost?: ((value: T) => number) | undefined;
  /** Limit on the waiting values; a further one fails the stream with `exceeded()`. @default none */
  readonly bound?: { readonly size: number; readonly exceeded: () => unknown } | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Emits the values of its source in slices, with a turn of the event loop between them. Values at a normal pace are emitted in
 * the instant of their arrival. Errors and completion wait for the values before them. Unsubscribing drops waiting values.
 *
 * ```text
 * source  (abc|)-      a, b and c each cost half of what may be spent in one turn
 * result  (ab)-(c|)    the scheduler has turned once
 * ```
 */
export function inSlices<T>(options: InSlicesOptions<T> = {}): MonoTypeOperatorFunction<T> {
  const { cost = () => 1, bound, scheduler = asyncScheduler } = options;
  return (source) =>
    new Observable((subscriber) => {
      const queue = createSliceQueue<T>((value) => subscriber.next(value), cost, scheduler);
      subscriber.add(queue.stop);
      source.subscribe(
        createOperatorSubscriber<T>(subscriber, {
          next: (value) => {
            if (bound !== undefined && queue.waiting() >= bound.size) subscriber.error(bound.exceeded());
            else queue.add(value);
          },
          error: (error) => queue.end(() => subscriber.error(error)),
          complete: () => queue.end(() => subscriber.complete()),
        }),
      );
    });
}
