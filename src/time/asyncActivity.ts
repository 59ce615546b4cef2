import { createHook } from 'node:async_hooks';

/** The asynchronous work that the process has started since the last check. */
export interface AsyncActivity {
  /**
   * Returns whether asynchronous work has started since the last call: a promise was created or resolved, a callback
   * queued or a timer set. If not, no job is waiting to run.
   */
  any(): boolean;
  /** Stops watching. */
  stop(): void;
}

let started = 0;
let watchers = 0;

const note = (): void => {
  started += 1;
};
const hook = createHook({ init: note, promiseResolve: note });

/** Watches the process for asynchronous work. This slows promises down, so stop it when done. */
export function watchAsyncActivity(): AsyncActivity {
  let seen = started;
  watchers += 1;
  hook.enable();
  return {
    any() {
      const before = seen;
      seen = started;
      return before !== started;
    },
    stop() {
      watchers -= 1;
      if (watchers === 0) hook.disable();
    },
  };
}
