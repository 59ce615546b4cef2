import { Observable, type OperatorFunction } from 'rxjs';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Replaces values as `concatMap` does, where `project` returns an Observable. Emits a value for which it returns undefined as it
 * is, without the cost of an inner subscription.
 */
export function concatMapSome<In, Out>(
  project: (value: In) => Observable<Out> | undefined,
): OperatorFunction<In, In | Out> {
  return (values) =>
    new Observable((subscriber) => {
      const waiting: In[] = [];
      let isBusy = false;
      let isOver = false;
      const resume = (): void => {
        isBusy = false;
        while (waiting.length > 0 && !isBusy) replace(waiting.shift() as In);
        if (isOver && !isBusy) subscriber.complete();
      };
      const replace = (value: In): void => {
        isBusy = true;
        const replacement = project(value);
        if (replacement === undefined) {
          subscriber.next(value);
          isBusy = false;
          return;
        }
        const inner = createOperatorSubscriber<Out>(subscriber, {
          next: (item) => subscriber.next(item),
          complete: () => {
            inner.unsubscribe();
            resume();
          },
        });
        replacement.subscribe(inner);
      };
      values.subscribe(
        createOperatorSubscriber<In>(subscriber, {
          next: (value) => {
            waiting.push(value);
            if (!isBusy) resume();
          },
          complete: () => {
            isOver = true;
            if (!isBusy) resume();
          },
        }),
      );
    });
}
