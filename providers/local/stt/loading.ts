/** A value that is loading. */
export interface Loading<T> {
  /** Calls `work` with the value: at once if it is loaded. */
  use(work: (value: T) => void): void;
}

/** Loads a value. Calls `fail` with an error. */
export function load<T>(create: () => Promise<T>, fail: (error: unknown) => void): Loading<T> {
  const waiting: ((value: T) => void)[] = [];
  let loaded: { readonly value: T } | undefined;
  create()
    .then((value) => {
      loaded = { value };
      for (const work of waiting.splice(0)) work(value);
    })
    .catch(fail);
  return { use: (work) => void (loaded === undefined ? waiting.push(work) : work(loaded.value)) };
}
