import type { InputTime } from './inputTime.ts';

/** The size of a token bucket, and its refill rate per ms. */
export interface Limit {
  readonly burst: number;
  readonly perMs: number;
}

/**
 * Creates a full bucket. Its function takes `amount` from the bucket, and returns whether there was enough. A stall of
 * the process enlarges the bucket by the amount refilled meanwhile, because the waiting data arrives all at once. The
 * mean rate is never exceeded.
 */
export function createBucket({ burst, perMs }: Limit, { scheduler, loop }: InputTime): (amount: number) => boolean {
  let level = burst;
  let seenAt = scheduler.now();
  return (amount) => {
    const now = scheduler.now();
    const size = burst + loop.stalledMs() * perMs;
    level = Math.min(size, level + (now - seenAt) * perMs) - amount;
    seenAt = now;
    return level >= 0;
  };
}
