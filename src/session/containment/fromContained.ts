import { Observable, type Subscription } from 'rxjs';
import {
  contain as containInProcess,
  leaveWith,
  runUncontained,
  type Contain,
  type UncaughtHandler,
} from './containment.ts';

/**
 * Subscribes to and unsubscribes from a developer's source with `contain`, and emits its values with `runUncontained`.
 * Completes after the teardown of the source.
 */
export function fromContained<T>(
  onUncaught: UncaughtHandler,
  source: Observable<T>,
  contain: Contain = containInProcess,
): Observable<T> {
  return new Observable<T>((subscriber) => {
    let inner: Subscription | undefined;
    const next = (value: T): void => subscriber.next(value);
    subscriber.add(() => contain(onUncaught, () => inner?.unsubscribe()));
    const reached = new Observable<T>((gate) => {
      inner = gate;
      return source.subscribe(gate);
    });
    contain(onUncaught, () =>
      reached.subscribe({
        next: (value) => leaveWith(next, value),
        error: (error: unknown) => runUncontained(() => subscriber.error(error)),
        complete: () => runUncontained(() => subscriber.complete()),
      }),
    );
  });
}
