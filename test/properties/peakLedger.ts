import { defer, type MonoTypeOperatorFunction } from 'rxjs';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';

/** A ledger that remembers how many subscriptions of a name were live at a time. */
export class PeakLedger extends SubscriptionLedger {
  readonly peaks: Record<string, number> = {};

  override track<T>(name: string): MonoTypeOperatorFunction<T> {
    const counted = super.track<T>(name);
    return (source) =>
      counted(
        defer(() => {
          this.peaks[name] = Math.max(this.peaks[name] ?? 0, this.open()[name] ?? 0);
          return source;
        }),
      );
  }
}
