import { createHook } from 'node:async_hooks';

/** What the process has started since the last look. */
export interface AsyncActivity {
  /**
   * Returns whether asynchronous work was started since the last call: a promise was created or resolved, a callback was
   * queued, a timer set. Without any, no job waits to be run.
   */
  any(): boolean;
  /** Ends the watch. */
  stop(): void;
}

let started = 0;
let watchers = 0;

const note = (): void => {
  started += 1;
};
const hook = createHook({ init: note, promiseResolve: note });

/** Watches the process for asynchronous work. It slows promises down: stop it. */
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
