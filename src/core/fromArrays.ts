import { Observable } from 'rxjs';
import type { OperatorFunction } from 'rxjs';

/**
 * Hands on the items of each array, in order, as `concatMap` does with arrays; what comes while items are handed on waits
 * behind them. It stands where every window and every frame of a session passes: an Observable made for each array took
 * longer than what is done with its items.
 */
export function fromArrays<T>(): OperatorFunction<readonly T[], T> {
  return (arrays) =>
    new Observable((subscriber) => {
      const waiting: (readonly T[])[] = [];
      let handing = false;
      let over = false;
      const hand = (): void => {
        handing = true;
        for (let items = waiting.shift(); items !== undefined; items = waiting.shift())
          for (const item of items) subscriber.next(item);
        handing = false;
        if (over) subscriber.complete();
      };
      return arrays.subscribe({
        next: (items) => {
          if (items.length === 0) return;
          waiting.push(items);
          if (!handing) hand();
        },
        error: (error: unknown) => subscriber.error(error),
        complete: () => {
          over = true;
          if (!handing) subscriber.complete();
        },
      });
    });
}
