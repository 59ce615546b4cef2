import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/** Emits what `project` returns for each value, except undefined: `map` and `filter` in one, for every frame of a session. */
export function mapDefined<In, Out>(project: (value: In) => Out | undefined): OperatorFunction<In, Out> {
  return (values) => new Observable((subscriber) => values.subscribe(createMapper(subscriber, project)));
}

/** Creates the subscriber to the source, outside of the operator's closures: these keep the source in memory. */
function createMapper<In, Out>(subscriber: Subscriber<Out>, project: (value: In) => Out | undefined): Subscriber<In> {
  return createOperatorSubscriber(subscriber, {
    next: (value) => {
      const result = project(value);
      if (result !== undefined) subscriber.next(result);
    },
  });
}
