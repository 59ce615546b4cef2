export interface BackoffOptions {
  /** Number of attempts, including the first. */
  readonly attempts: number;
  /** Longest pause before the second attempt, in ms. It doubles with each attempt. */
  readonly initialMs: number;
  /** Maximum pause, in ms. */
  readonly maxMs: number;
  /** Returns a number from 0 to 1, for the jitter. */
  readonly random: () => number;
}

/** The attempts at an operation and the pauses between them. */
export interface Backoff {
  /**
   * Counts a failure. Returns the pause before the next attempt in ms, at least `retryAfterMs`, or null if none is
   * left.
   */
  nextDelayMs(retryAfterMs?: number): number | null;
  /** Restores all attempts after a success. */
  reset(): void;
}

/** Creates an exponential back-off. Jitter over the upper half of each pause spreads out many sessions. */
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
