/** A promise that knows whether anybody waits for it. */
class Awaited<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  #awaited = false;

  get awaited(): boolean {
    return this.#awaited;
  }

  // `await`, `return` and `Promise.all` all come by here.
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
 * The promise of `work`. If nobody waits for it when the event loop turns, `complaint` is thrown where no caller can catch
 * it: a test run fails, a script ends with code 1.
 */
export function mustBeAwaited<T>(work: () => Promise<T>, complaint: Error): Promise<T> {
  const promise = new Awaited<T>((resolve) => resolve(work()));
  nextTurn(() => {
    if (!promise.awaited) throw complaint;
  });
  return promise;
}

/** Taken at load: a test runner's fake timers must not silence the complaint. */
const nextTurn: (check: () => void) => void = setImmediate;
