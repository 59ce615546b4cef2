import type { SchedulerAction, Subscription } from 'rxjs';
import { VirtualClock } from '../../src/time/virtualClock.ts';

/** A clock whose event loop is blocked now and then: what is due in the meantime is done right after, in its order. */
export class StallingClock extends VirtualClock {
  readonly #stalls: readonly { readonly fromMs: number; readonly toMs: number }[];

  constructor(stalls: readonly { readonly fromMs: number; readonly toMs: number }[]) {
    super();
    this.#stalls = stalls;
  }

  override schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay = 0, state?: T): Subscription {
    const stallAt = (now: number): { readonly toMs: number } | undefined =>
      this.#stalls.find(({ fromMs, toMs }) => now >= fromMs && now < toMs);
    const now = (): number => this.now();
    return super.schedule(
      function (this: SchedulerAction<T>, own: T): void {
        const stall = stallAt(now());
        if (stall === undefined) work.call(this, own);
        else this.schedule(own, stall.toMs - now());
      },
      delay,
      state,
    );
  }
}
