import type { SchedulerLike } from 'rxjs';

/** How much audio may be sent in one go, in ms of audio: the first second of what is told again goes out at once. */
const AT_ONCE_MS = 1000;
/** Beyond that, audio time per real time. */
const SPEED = 2;

/** Keeps audio from being sent faster than a recogniser takes it. Live speech never reaches its limit. */
export interface RateLimiter {
  /** How long audio of `audioMs` has to wait, in ms. */
  waitMs(audioMs: number): number;
  sent(audioMs: number): void;
}

/** 1 s of audio at once, then at most twice as fast as it was said. */
export function createRateLimiter(scheduler: SchedulerLike): RateLimiter {
  let credit = AT_ONCE_MS;
  let creditedAt = scheduler.now();
  const earned = (): number => Math.min(AT_ONCE_MS, credit + (scheduler.now() - creditedAt) * SPEED);
  return {
    waitMs: (audioMs) => Math.ceil(Math.max(0, Math.min(audioMs, AT_ONCE_MS) - earned()) / SPEED),
    sent: (audioMs) => {
      credit = earned() - audioMs;
      creditedAt = scheduler.now();
    },
  };
}
