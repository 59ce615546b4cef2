import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/** Emits what `project` returns for each value, except undefined: `map` and `filter` in one, for every frame of a session. */
export function mapDefined<In, Out>(project: (value: In) => Out | undefined): OperatorFunction<In, Out> {
  return (values) => new Observable((subscriber) => values.subscribe(createMapper(subscriber, project)));
}

/** It does not hold on to the source. */
function createMapper<In, Out>(subscriber: Subscriber<Out>, project: (value: In) => Out | undefined): Subscriber<In> {
  return createOperatorSubscriber(subscriber, {
    next: (value) => {
      const result = project(value);
      if (result !== undefined) subscriber.next(result);
    },
  });
}
