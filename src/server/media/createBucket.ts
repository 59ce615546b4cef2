import type { InputTime } from './inputTime.ts';

/** A token bucket: its size, and how much flows back per ms. */
export interface Limit {
  readonly burst: number;
  readonly perMs: number;
}

/**
 * Creates a full bucket. Its function takes `amount` out and returns whether it was there. After a stall of the process the
 * bucket is larger by what flowed back meanwhile: what has waited comes at once. The mean rate is never exceeded.
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
