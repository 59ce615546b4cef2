import { defer, tap, type MonoTypeOperatorFunction } from 'rxjs';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';

/** A ledger that remembers how many streams of a name were live at a time: subscribed to, and without an end. */
export class PeakLedger extends SubscriptionLedger {
  readonly peaks: Record<string, number> = {};
  readonly #live: Record<string, number> = {};

  override track<T>(name: string): MonoTypeOperatorFunction<T> {
    const counted = super.track<T>(name);
    return (source) =>
      counted(
        defer(() => {
          const end = this.#begin(name);
          return source.pipe(tap({ complete: end, error: end, unsubscribe: end }));
        }),
      );
  }

  #begin(name: string): () => void {
    const live = (this.#live[name] ?? 0) + 1;
    this.#live[name] = live;
    this.peaks[name] = Math.max(this.peaks[name] ?? 0, live);
    return () => {
      this.#live[name] = (this.#live[name] ?? 0) - 1;
    };
  }
}
