/** A promise that knows whether it is awaited. */
class Awaited<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  #awaited = false;

  get awaited(): boolean {
    return this.#awaited;
  }

  // `await`, `return` and `Promise.all` all call `then`.
  // oxlint-disable-next-line unicorn/no-thenable -- a promise has one
  override then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#awaited = true;
    return super.then(fulfilled, rejected);
  }
}

/**
 * Returns the promise of `work`. If it is not awaited within this turn of the event loop, throws `complaint` as an
 * uncaught error, so that a test run fails and a script exits with code 1.
 */
export function mustBeAwaited<T>(work: () => Promise<T>, complaint: Error): Promise<T> {
  const promise = new Awaited<T>((resolve) => resolve(work()));
  nextTurn(() => {
    if (!promise.awaited) throw complaint;
  });
  return promise;
}

/** Captured at load time, so that a test runner's fake timers do not silence the complaint. */
const nextTurn: (check: () => void) => void = setImmediate;
