import { AsyncLocalStorage, AsyncResource, createHook } from 'node:async_hooks';

/** Takes what a developer's code throws after it has returned. */
export type UncaughtHandler = (error: unknown) => void;

/** Who takes the stray errors of the code that is running; undefined outside of a developer's code. */
const owner = new AsyncLocalStorage<UncaughtHandler | undefined>();

/**
 * Runs a developer's code so that nothing it starts can end the process. What it throws synchronously is thrown. What it throws
 * later (in a microtask, a timer, an emitter's `error` event, a promise that nobody awaits) goes to `stray`, where it would
 * otherwise be an uncaught exception of the process. Errors of all other code of the process stay what they are.
 */
export function contain<T>(stray: UncaughtHandler, work: () => T): T {
  install();
  return owner.run(stray, work);
}

/** Runs code of the session that a developer's code has called: what it starts is not the developer's. */
export function runUncontained<T>(work: () => T): T {
  return owner.getStore() === undefined ? work() : owner.run(undefined, work);
}

/** A function that runs with `release`, whoever calls it. */
export function uncontained<Args extends readonly unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  return (...args) => runUncontained(() => work(...args));
}

let installed = false;

/** Once per process, for good: code may throw long after the session that called it. Neither hook keeps the process alive. */
function install(): void {
  if (installed) return;
  installed = true;
  // A monitor changes nothing about an uncaught exception. Only one that belongs to `owner` is taken over.
  process.on('uncaughtExceptionMonitor', (error) => {
    const stray = owner.getStore();
    if (stray !== undefined) takeOver(error, stray);
  });
  createHook({ init: guardMicrotask }).enable();
}

/** Takes this one exception in the place of the process's own handling, which would end it. */
function takeOver(error: unknown, stray: UncaughtHandler): void {
  try {
    process.setUncaughtExceptionCaptureCallback(() => process.setUncaughtExceptionCaptureCallback(null));
  } catch {
    // The host captures all exceptions itself, or uses node:domain.
    process.once('uncaughtException', () => {});
  }
  owner.run(undefined, () => stray(error));
}

/** The exception of a `queueMicrotask` callback reaches the process without its async context: it is caught before. */
function guardMicrotask(_id: number, type: string, _trigger: number, resource: object): void {
  const stray = type === 'Microtask' ? owner.getStore() : undefined;
  if (stray === undefined) return;
  const runInAsyncScope: AsyncResource['runInAsyncScope'] = (work, self, ...args) =>
    AsyncResource.prototype.runInAsyncScope.call(resource, () => {
      try {
        return work.apply(self as never, args);
      } catch (error) {
        return owner.run(undefined, () => stray(error));
      }
    }) as never;
  Object.defineProperty(resource, 'runInAsyncScope', { value: runInAsyncScope });
}
