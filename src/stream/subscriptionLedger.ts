import { Observable, type MonoTypeOperatorFunction } from 'rxjs';

/**
 * A ledger of live subscriptions by name, for asserting in tests that a closed session has closed everything it opened.
 *
 * @example
 * ```ts runnable
 * import { SubscriptionLedger } from 'antiphon/testing';
 * import { NEVER } from 'rxjs';
 *
 * const ledger = new SubscriptionLedger();
 * const subscription = NEVER.pipe(ledger.track('microphone')).subscribe();
 * console.log(ledger.open()); // { microphone: 1 }
 * subscription.unsubscribe();
 * console.log(ledger.open()); // {}
 * ```
 */
export class SubscriptionLedger {
  readonly #live: Map<string, number> = new Map();

  /** Counts each subscription to the source under `name` until it ends. */
  track<T>(name: string): MonoTypeOperatorFunction<T> {
    return (source) =>
      new Observable<T>((subscriber) => {
        this.#add(name, 1);
        subscriber.add(() => this.#add(name, -1));
        subscriber.add(source.subscribe(subscriber));
      });
  }

  /** Returns the number of live subscriptions by name; `{}` if everything is closed. */
  open(): Record<string, number> {
    return Object.fromEntries(this.#live);
  }

  #add(name: string, by: number): void {
    const count = (this.#live.get(name) ?? 0) + by;
    if (count === 0) this.#live.delete(name);
    else this.#live.set(name, count);
  }
}
