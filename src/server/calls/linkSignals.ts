/** A signal that fires when any of several signals fires. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Removes the listeners from the signals. */
  release(): void;
}

/** Links signals, some of which may be long-lived: `AbortSignal.any` would leave a reference in each of them. */
export function linkSignals(...several: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const signal of several) {
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) abort();
  }
  return {
    signal: controller.signal,
    release: () => several.forEach((signal) => signal?.removeEventListener('abort', abort)),
  };
}
