export interface BackoffOptions {
  /** Attempts before giving up, the first included. */
  readonly attempts: number;
  /** Before the second attempt at most, in ms; it doubles with each. */
  readonly initialMs: number;
  /** In ms. */
  readonly maxMs: number;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
}

/** How often, and after which pauses, something that fails is tried again. */
export interface Backoff {
  /** The pause before the next attempt, in ms; null: none is left. A provider that asks for a longer pause gets it. */
  nextDelayMs(retryAfterMs?: number): number | null;
  /** What was tried has succeeded: all attempts are there again. */
  reset(): void;
}

/** Exponential, with jitter over the upper half of each pause, so that many sessions do not come back at one instant. */
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
