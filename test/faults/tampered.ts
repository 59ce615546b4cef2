import { Observable } from 'rxjs';

/** A stream while it runs, in the hands of whoever wants it harm. */
export interface Hold<T> {
  /** What came last; null: nothing yet. */
  readonly last: T | null;
  give(...values: readonly T[]): void;
  fail(error: Error): void;
  /** What comes from now on is lost, its end included; `listen` lets it through again. */
  deafen(): void;
  listen(): void;
}

/** The same stream, which is handed to `tamper` as long as it runs; what that returns is called at its end. */
export function tampered<T>(source: Observable<T>, tamper: (hold: Hold<T>) => () => void): Observable<T> {
  return new Observable<T>((subscriber) => {
    let last: T | null = null;
    let deaf = false;
    subscriber.add(
      tamper({
        get last() {
          return last;
        },
        give: (...values) => {
          for (const value of values) subscriber.next(value);
        },
        fail: (error) => subscriber.error(error),
        deafen: () => {
          deaf = true;
        },
        listen: () => {
          deaf = false;
        },
      }),
    );
    subscriber.add(
      source.subscribe({
        next: (value) => {
          if (deaf) return;
          last = value;
          subscriber.next(value);
        },
        error: (error: unknown) => subscriber.error(error),
        complete: () => {
          if (!deaf) subscriber.complete();
        },
      }),
    );
  });
}
