import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Emits the items that `project` returns for each value, in order, as `concatMap` does with arrays; the items of a value that
 * arrives meanwhile wait behind them. At the end of the source it emits the items of `last`. Every window and frame of a session
 * passes here: one operator is faster than a chain.
 */
export function mapArrays<In, Out>(
  project: (value: In) => readonly Out[],
  last?: () => readonly Out[],
): OperatorFunction<In, Out> {
  return (values) => new Observable((subscriber) => subscribeArrays(values, subscriber, project, last));
}

function subscribeArrays<In, Out>(
  values: Observable<In>,
  subscriber: Subscriber<Out>,
  project: (value: In) => readonly Out[],
  last: (() => readonly Out[]) | undefined,
): void {
  const waiting: In[] = [];
  let isEmitting = false;
  let isOver = false;
  const emit = (value: In): void => {
    isEmitting = true;
    for (const item of project(value)) subscriber.next(item);
    while (waiting.length > 0) for (const item of project(waiting.shift() as In)) subscriber.next(item);
    isEmitting = false;
    if (isOver) finish();
  };
  const finish = (): void => {
    if (last !== undefined) for (const item of last()) subscriber.next(item);
    subscriber.complete();
  };
  values.subscribe(
    createOperatorSubscriber<In>(subscriber, {
      next: (value) => {
        if (isEmitting) waiting.push(value);
        else emit(value);
      },
      complete: () => {
        isOver = true;
        if (!isEmitting) finish();
      },
    }),
  );
}

/** Updates a state with each value and emits the items that `output` returns for it; at the end those of `last`. */
export function scanArrays<In, State, Out>(
  initial: State,
  next: (state: State, value: In) => State,
  output: (state: State) => readonly Out[],
  last?: (state: State) => readonly Out[],
): OperatorFunction<In, Out> {
  return (values) =>
    new Observable((subscriber) => {
      let state = initial;
      const project = (value: In): readonly Out[] => output((state = next(state, value)));
      subscribeArrays(values, subscriber, project, last && (() => last(state)));
    });
}
