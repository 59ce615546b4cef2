import type { SchedulerLike } from 'rxjs';

/** Audio that may be sent at once, in ms. */
const BURST_MS = 1000;
/** Sending speed beyond that, as audio time per real time. */
const SPEED = 2;

/** Limits how fast audio is sent. Live speech never reaches the limit. */
export interface RateLimiter {
  /** Returns how long audio of `audioMs` has to wait, in ms. */
  waitMs(audioMs: number): number;
  /** Uses up the credit of audio that was sent. */
  sent(audioMs: number): void;
}

/** Creates a limiter that allows 1 s of audio at once, then twice real time. */
export function createRateLimiter(scheduler: SchedulerLike): RateLimiter {
  let credit = BURST_MS;
  let creditedAt = scheduler.now();
  const earned = (): number => Math.min(BURST_MS, credit + (scheduler.now() - creditedAt) * SPEED);
  return {
    waitMs: (audioMs) => Math.ceil(Math.max(0, Math.min(audioMs, BURST_MS) - earned()) / SPEED),
    sent: (audioMs) => {
      credit = earned() - audioMs;
      creditedAt = scheduler.now();
    },
  };
}
