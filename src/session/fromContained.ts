import { Observable, takeUntil } from 'rxjs';
import { contain, release } from './containment.ts';
import type { Stray } from './containment.ts';

/** Subscribes to a developer's source, and unsubscribes from it, with `contain`; emits its values with `release`. */
export function fromContained<T>(stray: Stray, source: Observable<T>): Observable<T> {
  return new Observable<T>((subscriber) => {
    const stopped = new Observable<void>((stop) => {
      subscriber.add(() => contain(stray, () => stop.next()));
    });
    contain(stray, () =>
      source.pipe(takeUntil(stopped)).subscribe({
        next: (value) => release(() => subscriber.next(value)),
        error: (error: unknown) => release(() => subscriber.error(error)),
        complete: () => release(() => subscriber.complete()),
      }),
    );
  });
}
