import { createBackoff } from '../backoff.ts';
import type { WireFault } from '../fault.ts';

/** A provider that asks for more is not waited for: the user would not wait either. */
const MOST_RETRY_AFTER_MS = 5000;
/** How often a connection's time may be up before that counts as a failure. */
const MOST_EXPIRED = 3;

/** The pause, in ms, before an utterance that failed without a sound is tried again; null: it is not. */
export type Retries = (fault: WireFault) => number | null;

export function createRetries(random: () => number): Retries {
  const pauses = createBackoff({ attempts: 3, initialMs: 100, maxMs: 400, random });
  let expired = 0;
  return (fault) => {
    const { kind, retryAfterMs = 0 } = fault;
    if (kind === 'final' || retryAfterMs > MOST_RETRY_AFTER_MS) return null;
    if (kind === 'expired' && expired++ < MOST_EXPIRED) return 0;
    return pauses.nextDelayMs(retryAfterMs);
  };
}
