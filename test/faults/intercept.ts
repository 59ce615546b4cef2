import { Observable } from 'rxjs';

/** A running stream that a test can break. */
export interface StreamControl<T> {
  /** What came last; null: nothing yet. */
  readonly last: T | null;
  readonly isOver: boolean;
  emit(...values: readonly T[]): void;
  fail(error: Error): void;
  /** What comes from now on is lost, its end included; `listen` lets it through again. */
  mute(): void;
  unmute(): void;
}

/** The same stream, which is handed to `control` as long as it runs; what that returns is called at its end. */
export function intercept<T>(source: Observable<T>, control: (hold: StreamControl<T>) => () => void): Observable<T> {
  return new Observable<T>((subscriber) => {
    let last: T | null = null;
    let isDropping = false;
    subscriber.add(
      control({
        get last() {
          return last;
        },
        get isOver() {
          return subscriber.closed;
        },
        emit: (...values) => {
          for (const value of values) subscriber.next(value);
        },
        fail: (error) => subscriber.error(error),
        mute: () => {
          isDropping = true;
        },
        unmute: () => {
          isDropping = false;
        },
      }),
    );
    subscriber.add(
      source.subscribe({
        next: (value) => {
          if (isDropping) return;
          last = value;
          subscriber.next(value);
        },
        error: (error: unknown) => subscriber.error(error),
        complete: () => {
          if (!isDropping) subscriber.complete();
        },
      }),
    );
  });
}
