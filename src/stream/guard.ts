import { Observable, takeWhile, type MonoTypeOperatorFunction, type Subscription } from 'rxjs';

/**
 * Passes a source on, and hands to `failed` what its teardown throws, which would end the process or break whoever cancels.
 * The teardown runs before the end of the source is passed on.
 */
export function guardTeardown<T>(failed: (error: unknown) => void): MonoTypeOperatorFunction<T> {
  return (source) =>
    new Observable((subscriber) => {
      let running: Subscription | null = null;
      const release = (): void => guard(() => running?.unsubscribe(), failed);
      subscriber.add(release);
      guard(() => {
        // One that emits all in the call of `subscribe` notices only thus that nobody listens any more.
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

/** Does `work`, and hands to `failed` what it throws. */
export function guard(work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
  }
}
