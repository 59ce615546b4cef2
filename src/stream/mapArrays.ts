import { Observable, type OperatorFunction } from 'rxjs';

/**
 * Hands on the items that `project` makes of each value, in order, as `concatMap` does with arrays; what comes of a value
 * while items are handed on waits behind them. It stands where every window and every frame of a session passes: one
 * operator, since each further one in the chain took longer than what is done with its items.
 */
export function mapArrays<In, Out>(project: (value: In) => readonly Out[]): OperatorFunction<In, Out> {
  return (values) =>
    new Observable((subscriber) => {
      const waiting: (readonly Out[])[] = [];
      let handing = false;
      let over = false;
      const hand = (first: readonly Out[]): void => {
        handing = true;
        for (let items: readonly Out[] | undefined = first; items !== undefined; items = waiting.shift())
          for (const item of items) subscriber.next(item);
        handing = false;
        if (over) subscriber.complete();
      };
      const take = (value: In): void => {
        const items = project(value);
        if (items.length === 0) return;
        if (handing) waiting.push(items);
        else hand(items);
      };
      return values.subscribe({
        next: (value) => {
          try {
            take(value);
          } catch (error) {
            subscriber.error(error);
          }
        },
        error: (error: unknown) => subscriber.error(error),
        complete: () => {
          over = true;
          if (!handing) subscriber.complete();
        },
      });
    });
}

/** `mapArrays` with a state that moves on with each value; `output` is what the last value brought about. */
export function scanArrays<In, State, Out>(
  initial: State,
  next: (state: State, value: In) => State,
  output: (state: State) => readonly Out[],
): OperatorFunction<In, Out> {
  return (values) =>
    new Observable((subscriber) => {
      let state = initial;
      return values.pipe(mapArrays((value) => output((state = next(state, value))))).subscribe(subscriber);
    });
}
