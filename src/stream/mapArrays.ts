import { Observable, type OperatorFunction } from 'rxjs';

/**
 * Emits the items that `project` returns for each value, in order, as `concatMap` does with arrays; the items of a value that
 * arrives meanwhile wait behind them. Every window and frame of a session passes here: one operator is faster than a chain.
 */
export function mapArrays<In, Out>(project: (value: In) => readonly Out[]): OperatorFunction<In, Out> {
  return (values) =>
    new Observable((subscriber) => {
      const waiting: (readonly Out[])[] = [];
      let isEmitting = false;
      let isOver = false;
      const emit = (first: readonly Out[]): void => {
        isEmitting = true;
        for (let items: readonly Out[] | undefined = first; items !== undefined; items = waiting.shift())
          for (const item of items) subscriber.next(item);
        isEmitting = false;
        if (isOver) subscriber.complete();
      };
      return values.subscribe({
        next: (value) => {
          try {
            const items = project(value);
            if (isEmitting) waiting.push(items);
            else if (items.length > 0) emit(items);
          } catch (error) {
            subscriber.error(error);
          }
        },
        error: (error: unknown) => subscriber.error(error),
        complete: () => {
          isOver = true;
          if (!isEmitting) subscriber.complete();
        },
      });
    });
}

/** Updates a state with each value and emits the items that `output` returns for it. */
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
