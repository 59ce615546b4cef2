/** Calls `release` when the lifetime ends, or at once if it has ended. Returns a function that cancels this. */
export function onAbort(lifetime: AbortSignal, release: () => void): () => void {
  if (lifetime.aborted) release();
  else lifetime.addEventListener('abort', release, { once: true });
  return () => lifetime.removeEventListener('abort', release);
}

/** Resolves after `ms`, or when the lifetime ends. */
export async function sleep(ms: number, lifetime: AbortSignal): Promise<void> {
  const { promise, resolve } = createDeferred<void>();
  const timer = setTimeout(resolve, ms);
  const forget = onAbort(lifetime, resolve);
  await promise;
  clearTimeout(timer);
  forget();
}

/** Settles like `promise`, or rejects with the error from `late` after `ms`. */
export async function withTimeout<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const { promise: deadline, reject } = createDeferred<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** A promise with its resolvers. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** Replaces `Promise.withResolvers`, which browsers before 2024 lack. */
export function createDeferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => undefined;
  let reject: Deferred<T>['reject'] = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
