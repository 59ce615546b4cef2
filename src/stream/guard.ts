import { Observable, takeWhile, type MonoTypeOperatorFunction, type Subscription } from 'rxjs';

/**
 * Emits the values of its source and calls `failed` with errors of the source's teardown, which would otherwise end the
 * process or break the cancelling code. The teardown runs before the end of the source is emitted.
 */
export function guardTeardown<T>(failed: (error: unknown) => void): MonoTypeOperatorFunction<T> {
  return (source) =>
    new Observable((subscriber) => {
      let running: Subscription | null = null;
      const release = (): void => guard(() => running?.unsubscribe(), failed);
      subscriber.add(release);
      guard(() => {
        // Only this ends a source that emits synchronously in `subscribe`.
        running = source.pipe(takeWhile(() => !subscriber.closed)).subscribe({
          next: (value) => subscriber.next(value),
          error: (error: unknown) => {
            release();
            subscriber.error(error);
          },
          complete: () => {
            release();
            subscriber.complete();
          },
        });
      }, failed);
      if (subscriber.closed) release();
    });
}

/** Runs `work` and calls `failed` with its error. */
export function guard(work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
  }
}
