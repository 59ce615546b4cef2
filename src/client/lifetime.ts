/** Releases something when the lifetime is over: at once, if it is over already. */
export function onAbort(lifetime: AbortSignal, release: () => void): void {
  if (lifetime.aborted) release();
  else lifetime.addEventListener('abort', release, { once: true });
}

/** Resolves after `ms`, or when the lifetime is over. */
export async function sleep(ms: number, lifetime: AbortSignal): Promise<void> {
  const { promise, resolve } = createDeferred<void>();
  const timer = setTimeout(resolve, ms);
  onAbort(lifetime, resolve);
  await promise;
  clearTimeout(timer);
}

/** Settles as `promise` does, or after `ms` rejects with what `late` says. */
export async function withTimeout<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const { promise: deadline, reject } = createDeferred<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** A promise and what settles it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** `Promise.withResolvers`, which browsers of before 2024 do not have. */
export function createDeferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => undefined;
  let reject: Deferred<T>['reject'] = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
