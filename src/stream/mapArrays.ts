import { Observable, type OperatorFunction } from 'rxjs';

/**
 * Emits the items that `project` returns for each value, in order, as `concatMap` does with arrays; the items of a value that
 * arrives meanwhile wait behind them. Every window and frame of a session passes here: one operator is faster than a chain.
 */
export function mapArrays<In, Out>(project: (value: In) => readonly Out[]): OperatorFunction<In, Out> {
  return (values) =>
    new Observable((subscriber) => {
      const waiting: In[] = [];
      let isEmitting = false;
      let isOver = false;
      const emit = (value: In): void => {
        isEmitting = true;
        for (const item of project(value)) subscriber.next(item);
        while (waiting.length > 0) for (const item of project(waiting.shift() as In)) subscriber.next(item);
        isEmitting = false;
        if (isOver) subscriber.complete();
      };
      return values.subscribe({
        next: (value) => {
          if (isEmitting) return void waiting.push(value);
          try {
            emit(value);
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
