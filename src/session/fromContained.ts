import { Observable, type Subscription } from 'rxjs';
import { contain, runUncontained, type UncaughtHandler } from './containment.ts';

/**
 * Subscribes to a developer's source, and unsubscribes from it, with `contain`; emits its values with `release`. When it
 * completes, the source has been left before whoever waits for that goes on.
 */
export function fromContained<T>(stray: UncaughtHandler, source: Observable<T>): Observable<T> {
  return new Observable<T>((subscriber) => {
    let inner: Subscription | undefined;
    subscriber.add(() => contain(stray, () => inner?.unsubscribe()));
    const reached = new Observable<T>((gate) => {
      inner = gate;
      return source.subscribe(gate);
    });
    contain(stray, () =>
      reached.subscribe({
        next: (value) => runUncontained(() => subscriber.next(value)),
        error: (error: unknown) => runUncontained(() => subscriber.error(error)),
        complete: () => runUncontained(() => subscriber.complete()),
      }),
    );
  });
}
