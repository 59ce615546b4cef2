import { Observable, Subscription, type SchedulerLike } from 'rxjs';

export interface FirstToEmitOptions<Key, T> {
  /** The keys of the sources, in the order in which they are tried. */
  readonly order: readonly Key[];
  readonly ask: (key: Key) => Observable<T>;
  /**
   * Called with each failure as it occurs. An exception is reported as unhandled, and the next source is tried
   * nevertheless.
   */
  readonly fail: (key: Key, error: unknown) => void;
  /** Creates the error to emit if all sources fail. */
  readonly failAll: (errors: readonly unknown[]) => unknown;
  /**
   * Called with the time from the request to the first answer, in ms, for each source that was tried, including those
   * abandoned at that moment.
   */
  readonly addLatency: (key: Key, ms: number, hasAnswered: boolean) => void;
  /**
   * Returns the time without an answer after which the next source is tried as well, in ms; undefined: only after a
   * failure.
   */
  readonly hedgeMs: (key: Key) => number | undefined;
  readonly scheduler: SchedulerLike;
}

/**
 * Tries the sources one after another until one emits or completes, then mirrors that one and unsubscribes from all
 * others. If a source fails before it emits, tries the next one; a later error is passed on.
 */
export function firstToEmit<Key, T>(options: FirstToEmitOptions<Key, T>): Observable<T> {
  const { order, ask, fail, failAll, addLatency, hedgeMs, scheduler } = options;
  return new Observable((subscriber) => {
    const asked = new Map<Key, { readonly atMs: number; readonly subscription: Subscription }>();
    const errors: unknown[] = [];
    const waiting = order.values();
    const hedge = new Subscription();
    subscriber.add(hedge);
    let selected: Key | undefined;

    const askNext = (): void => {
      const { value: key, done } = waiting.next();
      if (done === true || selected !== undefined) return;
      const subscription = new Subscription();
      asked.set(key, { atMs: scheduler.now(), subscription });
      subscriber.add(subscription);
      const ms = hedgeMs(key);
      if (ms !== undefined) {
        const timer = scheduler.schedule(askNext, ms);
        hedge.add(timer);
        // After a failure, the next source is tried at once.
        subscription.add(timer);
      }
      subscription.add(
        ask(key).subscribe({
          next: (value) => {
            select(key);
            subscriber.next(value);
          },
          error: (error: unknown) => giveUp(key, error),
          complete: () => {
            select(key);
            subscriber.complete();
          },
        }),
      );
    };
    const select = (key: Key): void => {
      if (selected !== undefined) return;
      selected = key;
      hedge.unsubscribe();
      for (const [other, { atMs, subscription }] of asked) {
        addLatency(other, scheduler.now() - atMs, other === key);
        if (other !== key) subscription.unsubscribe();
      }
    };
    const giveUp = (key: Key, error: unknown): void => {
      try {
        fail(key, error);
      } finally {
        asked.get(key)?.subscription.unsubscribe();
        asked.delete(key);
        errors.push(error);
        if (selected === key) subscriber.error(error);
        else askNext();
        if (selected === undefined && asked.size === 0) subscriber.error(failAll(errors));
      }
    };
    askNext();
  });
}
