import { createBackoff } from '../backoff.ts';
import type { WireFault } from '../fault.ts';

/** A longer `Retry-After` fails the utterance, because the user would not wait that long. */
const MAX_RETRY_AFTER_MS = 5000;
/** Number of expired connections that do not count as failures. */
const MAX_EXPIRED = 3;

/** Returns the pause before an utterance that failed without audio is tried again, in ms, or null if it is not. */
export type Retries = (fault: WireFault) => number | null;

export function createRetries(random: () => number): Retries {
  const pauses = createBackoff({ attempts: 3, initialMs: 100, maxMs: 400, random });
  let expired = 0;
  return (fault) => {
    const { kind, retryAfterMs = 0 } = fault;
    if (kind === 'final' || retryAfterMs > MAX_RETRY_AFTER_MS) return null;
    if (kind === 'expired' && expired++ < MAX_EXPIRED) return 0;
    return pauses.nextDelayMs(retryAfterMs);
  };
}
