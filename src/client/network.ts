import { onAbort } from './lifetime.ts';

type Listeners = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Calls `listener` when the device goes online or offline or changes networks, until the lifetime ends. */
export function onNetworkChange(lifetime: AbortSignal, listener: () => void): void {
  listen(globalThis, 'online', lifetime, listener);
  listen(globalThis, 'offline', lifetime, listener);
  // Some browsers lack it: https://developer.mozilla.org/en-US/docs/Web/API/Navigator/connection
  const { connection } = navigator as Navigator & { readonly connection?: Listeners };
  if (connection !== undefined) listen(connection, 'change', lifetime, listener);
}

/**
 * Calls `listener` once, when the network is back, unless the lifetime ends first. Returns a function that removes it.
 */
export function onceOnline(lifetime: AbortSignal, listener: () => void): () => void {
  const removal = new AbortController();
  onAbort(
    removal.signal,
    onAbort(lifetime, () => removal.abort()),
  );
  listen(globalThis, 'online', removal.signal, listener);
  return () => removal.abort();
}

/** Adds a listener if the target has events. In workers and on servers it has none. */
function listen(target: Partial<Listeners>, event: string, lifetime: AbortSignal, listener: () => void): void {
  target.addEventListener?.(event, listener, { signal: lifetime });
}
