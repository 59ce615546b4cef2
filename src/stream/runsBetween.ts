import { Observable, type OperatorFunction } from 'rxjs';
import { FastSubject } from './fastSubject.ts';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Emits the values in runs: one at the start and one after each boundary. Boundaries belong to no run. A run is hot and
 * ends with the next boundary or the source.
 *
 * ```text
 * source  a-b--x-c--|    x is the boundary
 * result  r----s----|    in r a and b, in s c
 * ```
 */
export function runsBetween<T, Boundary extends T>(
  isBoundary: (value: T) => value is Boundary,
): OperatorFunction<T, Observable<Exclude<T, Boundary>>> {
  return (values) =>
    new Observable((subscriber) => {
      let run = new FastSubject<Exclude<T, Boundary>>();
      subscriber.next(run);
      values.subscribe(
        createOperatorSubscriber<T>(subscriber, {
          next: (value) => {
            if (!isBoundary(value)) return run.next(value as Exclude<T, Boundary>);
            run.complete();
            run = new FastSubject();
            subscriber.next(run);
          },
          error: (error) => {
            run.error(error);
            subscriber.error(error);
          },
          complete: () => {
            run.complete();
            subscriber.complete();
          },
        }),
      );
    });
}
