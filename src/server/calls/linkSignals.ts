/** A signal that fires with any of several. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Lets go of the several. */
  release(): void;
}

/** Links signals of which some live on: `AbortSignal.any` leaves a reference in those for each signal that it creates. */
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
