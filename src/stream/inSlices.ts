import { asyncScheduler, Observable, takeWhile, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';
import { createWorkBudget } from './workBudget.ts';

export interface InSlicesOptions<T> {
  /** What it takes to deal with a value; 256 may be spent in one turn of the scheduler. @default 1 */
  readonly cost?: ((value: T) => number) | undefined;
  /** How many values may wait; one more fails the stream with this. @default any number */
  readonly bound?: { readonly size: number; readonly exceeded: () => unknown } | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Emits the values of its source, and lets the event loop turn after so many of them. Values that come at a normal pace are
 * emitted in the instant in which they come. An error and the end of the source wait for the values before them.
 * Unsubscribing drops what waits.
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
      const burst = createWorkBudget(scheduler);
      let waiting: T[] = [];
      let next = 0;
      let state: 'open' | 'full' = 'open';
      let end: (() => void) | null = null;
      const emit = (value: T): void => {
        if (burst.spend(cost(value))) {
          state = 'full';
          burst.afterTurn(drain);
        }
        subscriber.next(value);
      };
      const drain = (): void => {
        state = 'open';
        while (next < waiting.length && state === 'open' && !subscriber.closed) emit(waiting[next++] as T);
        if (next < waiting.length) return;
        waiting = [];
        next = 0;
        end?.();
      };
      const finish = (how: () => void): void => {
        end = how;
        if (waiting.length === 0) end();
      };
      subscriber.add(() => {
        burst.stop();
        waiting = [];
      });
      subscriber.add(
        // One that emits all in the call of `subscribe` notices only thus that nobody listens any more.
        source.pipe(takeWhile(() => !subscriber.closed)).subscribe({
          next: (value) => {
            if (state === 'open' && waiting.length === 0) emit(value);
            else if (bound !== undefined && waiting.length - next >= bound.size) subscriber.error(bound.exceeded());
            else waiting.push(value);
          },
          error: (error: unknown) => finish(() => subscriber.error(error)),
          complete: () => finish(() => subscriber.complete()),
        }),
      );
    });
}
