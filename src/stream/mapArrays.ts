import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { operate, type OperatorHandlers } from './operate.ts';

/**
 * Emits the items that `project` returns for each value, in order, like `concatMap` with arrays. The items of a value
 * that arrives meanwhile wait. At the end of the source, emits the items of `last`. It is a single operator because
 * every frame of a session passes through, and a chain is slower.
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
  operate(values, subscriber, new ArrayEmitter(subscriber, project, last));
}

class ArrayEmitter<In, Out> implements OperatorHandlers<In> {
  readonly #subscriber: Subscriber<Out>;
  readonly #project: (value: In) => readonly Out[];
  readonly #last: (() => readonly Out[]) | undefined;
  readonly #waiting: In[] = [];
  #isEmitting = false;
  #isOver = false;

  constructor(
    subscriber: Subscriber<Out>,
    project: (value: In) => readonly Out[],
    last: (() => readonly Out[]) | undefined,
  ) {
    this.#subscriber = subscriber;
    this.#project = project;
    this.#last = last;
  }

  next(value: In): void {
    if (this.#isEmitting) {
      this.#waiting.push(value);
      return;
    }
    this.#isEmitting = true;
    this.#emit(this.#project(value));
    while (this.#waiting.length > 0) this.#emit(this.#project(this.#waiting.shift() as In));
    this.#isEmitting = false;
    if (this.#isOver) this.#finish();
  }

  complete(): void {
    this.#isOver = true;
    if (!this.#isEmitting) this.#finish();
  }

  #emit(items: readonly Out[]): void {
    for (const item of items) this.#subscriber.next(item);
  }

  #finish(): void {
    if (this.#last !== undefined) this.#emit(this.#last());
    this.#subscriber.complete();
  }
}

/**
 * Updates a state with each value and emits the items that `output` returns for it. At the end, emits the items of
 * `last`.
 */
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
