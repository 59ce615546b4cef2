import { Observable, Subscription, type SchedulerLike } from 'rxjs';

export interface FirstToEmitOptions<Key, T> {
  /** In the order in which they are asked. */
  readonly order: readonly Key[];
  readonly ask: (key: Key) => Observable<T>;
  /** Gets each failure as it comes. What it throws is an unhandled error, and the next source is asked all the same. */
  readonly fail: (key: Key, error: unknown) => void;
  /** Creates the error for the case that all have failed. */
  readonly failAll: (errors: readonly unknown[]) => unknown;
  /** Gets the time from the request to the first answer, in ms, of each that was asked: of those that are given up then, too. */
  readonly addLatency: (key: Key, ms: number, hasAnswered: boolean) => void;
  /** Returns the time without an answer after which the next one is asked, too, in ms; undefined: only after a failure. */
  readonly hedgeMs: (key: Key) => number | undefined;
  readonly scheduler: SchedulerLike;
}

/**
 * Asks one source after the other until one emits or completes, mirrors that one, and unsubscribes from all others. A source that fails
 * before it emits is followed by the next one; after that, its error is the error.
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
        // One that fails is followed at once.
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
