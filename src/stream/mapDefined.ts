import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Emits the results of `project` that are not undefined: `map` and `filter` in one, because every frame of a session
 * passes through.
 */
export function mapDefined<In, Out>(project: (value: In) => Out | undefined): OperatorFunction<In, Out> {
  return (values) => new Observable((subscriber) => values.subscribe(createMapper(subscriber, project)));
}

/** Creates the subscriber to the source outside the operator's closures, which would keep the source in memory. */
function createMapper<In, Out>(subscriber: Subscriber<Out>, project: (value: In) => Out | undefined): Subscriber<In> {
  return createOperatorSubscriber(subscriber, {
    next: (value) => {
      const result = project(value);
      if (result !== undefined) subscriber.next(result);
    },
  });
}
