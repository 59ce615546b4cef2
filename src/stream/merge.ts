import { Observable, Subscriber } from 'rxjs';

/** Emits the values of all `sources`, like RxJS's `merge`, but with exactly one subscription per source. */
export function merge<T extends readonly unknown[]>(
  ...sources: { readonly [N in keyof T]: Observable<T[N]> }
): Observable<T[number]> {
  return new Observable<T[number]>((subscriber) => subscribeTo(sources, subscriber));
}

/** Subscribes to the sources outside the closures of `merge`, which would keep the sources in memory. */
function subscribeTo<T>(sources: readonly Observable<T>[], subscriber: Subscriber<T>): void {
  let running = sources.length;
  const end = (): void => {
    running -= 1;
    if (running === 0) subscriber.complete();
  };
  for (const source of sources) {
    if (subscriber.closed) return;
    source.subscribe(new MergedSubscriber<T>(subscriber, end));
  }
}

/** Passes on values and errors, and calls `end` on completion. */
export class MergedSubscriber<T> extends Subscriber<T> {
  readonly #end: () => void;

  constructor(destination: Subscriber<T>, end: () => void) {
    super(destination);
    this.#end = end;
  }

  protected override _complete(): void {
    try {
      this.#end();
    } finally {
      this.unsubscribe();
    }
  }
}
