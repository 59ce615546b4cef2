import { createDeferred, onAbort } from './lifetime.ts';
import { onceOnline } from './network.ts';

/** Pauses before the first, second … attempt to reconnect, in ms. Each is shortened at random, by at most half. */
const PAUSES_MS = [0, 500, 1000, 2000, 4000];

/**
 * Resolves when it is time for the next attempt: after a pause that grows with the number of failures up to `maxMs`,
 * when the network is back, or when the lifetime ends.
 */
export async function pauseBeforeReconnecting(failures: number, maxMs: number, lifetime: AbortSignal): Promise<void> {
  const longest = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0;
  const { promise, resolve } = createDeferred<void>();
  const timer = setTimeout(resolve, Math.min(maxMs, longest * (1 - Math.random() / 2)));
  const stop = onceOnline(lifetime, resolve);
  const forget = onAbort(lifetime, resolve);
  await promise;
  clearTimeout(timer);
  stop();
  forget();
}
