import { Observable, type MonoTypeOperatorFunction } from 'rxjs';

/** Counts live subscriptions by name, so that a test can assert that closing a session closed everything it opened. */
export class SubscriptionLedger {
  readonly #live: Map<string, number> = new Map();

  /** Counts every subscription to the source under `name`, from subscribing to its end. */
  track<T>(name: string): MonoTypeOperatorFunction<T> {
    return (source) =>
      new Observable<T>((subscriber) => {
        this.#add(name, 1);
        subscriber.add(() => this.#add(name, -1));
        subscriber.add(source.subscribe(subscriber));
      });
  }

  /** The live subscriptions by name; `{}` when everything is closed. */
  open(): Record<string, number> {
    return Object.fromEntries(this.#live);
  }

  #add(name: string, by: number): void {
    const count = (this.#live.get(name) ?? 0) + by;
    if (count === 0) this.#live.delete(name);
    else this.#live.set(name, count);
  }
}
