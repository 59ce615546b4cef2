import { AsyncLocalStorage, AsyncResource, createHook } from 'node:async_hooks';

/** Handles what a developer's code throws after it has returned. */
export type UncaughtHandler = (error: unknown) => void;

/** The handler for the developer's code that is running; undefined outside of a developer's code. */
const owner = new AsyncLocalStorage<UncaughtHandler | undefined>();

/**
 * Runs a developer's code so that nothing it starts can end the process. Synchronous errors are thrown. Later errors (in a
 * microtask, a timer, an emitter's `error` event, a promise that nobody awaits) go to `onUncaught` and are no uncaught exceptions
 * of the process. Errors of other code are not affected.
 */
export function contain<T>(onUncaught: UncaughtHandler, work: () => T): T {
  install();
  return owner.run(onUncaught, work);
}

/** Runs code of the session that a developer's code has called, outside of `contain`. */
export function runUncontained<T>(work: () => T): T {
  return owner.getStore() === undefined ? work() : owner.run(undefined, work);
}

/** Wraps a function so that it runs with `runUncontained`. */
export function uncontained<Args extends readonly unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  return (...args) => runUncontained(() => work(...args));
}

let installed = false;

/** Installs the hooks once per process: code may throw long after its session. They do not keep the process alive. */
function install(): void {
  if (installed) return;
  installed = true;
  // A monitor does not change what the process does with an uncaught exception.
  process.on('uncaughtExceptionMonitor', (error) => {
    const onUncaught = owner.getStore();
    if (onUncaught !== undefined) takeOver(error, onUncaught);
  });
  createHook({ init: guardMicrotask }).enable();
}

/** Handles this one exception in place of the process, which would end. */
function takeOver(error: unknown, onUncaught: UncaughtHandler): void {
  try {
    process.setUncaughtExceptionCaptureCallback(() => process.setUncaughtExceptionCaptureCallback(null));
  } catch {
    // The host captures all exceptions itself, or uses node:domain.
    process.once('uncaughtException', () => {});
  }
  owner.run(undefined, () => onUncaught(error));
}

/** Catches errors of a `queueMicrotask` callback, which would reach the process without their async context. */
function guardMicrotask(_id: number, type: string, _trigger: number, resource: object): void {
  const onUncaught = type === 'Microtask' ? owner.getStore() : undefined;
  if (onUncaught === undefined) return;
  const runInAsyncScope: AsyncResource['runInAsyncScope'] = (work, self, ...args) =>
    AsyncResource.prototype.runInAsyncScope.call(resource, () => {
      try {
        return work.apply(self as never, args);
      } catch (error) {
        return owner.run(undefined, () => onUncaught(error));
      }
    }) as never;
  Object.defineProperty(resource, 'runInAsyncScope', { value: runInAsyncScope });
}
