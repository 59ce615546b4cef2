export interface BackoffOptions {
  /** The number of attempts, the first included. */
  readonly attempts: number;
  /** The longest pause before the second attempt, in ms; it doubles with each attempt. */
  readonly initialMs: number;
  /** The longest pause, in ms. */
  readonly maxMs: number;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
}

/** The attempts at an operation, and the pauses between them. */
export interface Backoff {
  /** Counts a failure. Returns the pause before the next attempt, in ms, at least `retryAfterMs`; null: none is left. */
  nextDelayMs(retryAfterMs?: number): number | null;
  /** Restores all attempts after a success. */
  reset(): void;
}

/** Creates an exponential back-off, with jitter over the upper half of each pause, so that many sessions spread out. */
export function createBackoff({ attempts, initialMs, maxMs, random }: BackoffOptions): Backoff {
  let failed = 0;
  return {
    nextDelayMs: (retryAfterMs = 0) => {
      failed += 1;
      if (failed >= attempts) return null;
      const pause = Math.min(initialMs * 2 ** (failed - 1), maxMs);
      return Math.max(retryAfterMs, pause * (0.5 + random() / 2));
    },
    reset: () => {
      failed = 0;
    },
  };
}
