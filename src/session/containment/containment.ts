import { AsyncLocalStorage, AsyncResource, createHook } from 'node:async_hooks';

/** A handler of errors that a developer's code throws after it has returned. */
export type UncaughtHandler = (error: unknown) => void;

/** The handler for the developer's code that is running; undefined outside such code. */
const owner = new AsyncLocalStorage<UncaughtHandler | undefined>();

/**
 * Runs a developer's code so that nothing it starts can end the process. Throws synchronous errors. Passes later errors
 * (in a microtask, a timer, an emitter's `error` event, an unhandled rejection) to `onUncaught` before they become
 * uncaught exceptions of the process. Errors of other code are not affected.
 */
export function contain<T, Args extends readonly unknown[]>(
  onUncaught: UncaughtHandler,
  work: (...args: Args) => T,
  ...args: Args
): T {
  if (!installed) install();
  return owner.run(onUncaught, work, ...args);
}

/**
 * The extent to which errors of a developer's code are contained. `process`: nothing that the code starts can end the
 * process; this needs a process listener and `AsyncLocalStorage`. `calls`: only synchronous exceptions are caught.
 */
export type Containment = 'process' | 'calls';

/** A function that runs a developer's code: either `contain` or a plain call. */
export type Contain = typeof contain;

/** Selects the function that runs the developer's code of a session. @default 'process' */
export function selectContain(containment: Containment = 'process'): Contain {
  return containment === 'calls' ? callAsIs : contain;
}

function callAsIs<T, Args extends readonly unknown[]>(
  _onUncaught: UncaughtHandler,
  work: (...args: Args) => T,
  ...args: Args
): T {
  return work(...args);
}

/** Passes a value from a developer's code to code of the session, outside `contain`. Runs for every frame. */
export function leaveWith<V>(take: (value: V) => void, value: V): void {
  if (owner.getStore() === undefined) take(value);
  else owner.run(undefined, take, value);
}

/** Runs code of the session, called by a developer's code, outside `contain`. */
export function runUncontained<Args extends readonly unknown[], T>(work: (...args: Args) => T, ...args: Args): T {
  return owner.run(undefined, work, ...args);
}

/** Wraps a function so that it runs with `runUncontained`. */
export function uncontained<Args extends readonly unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  return (...args) => runUncontained(work, ...args);
}

/**
 * Up to Node 22, an exception in a microtask reaches the process without its async context. The hook costs time for
 * each promise.
 */
const LOSES_CONTEXT =
  Number.parseInt(process.versions.node, 10) < 24 || process.execArgv.includes('--no-async-context-frame');

let installed = false;

/** Installs the hooks once per process: code may throw long after its session. They do not keep the process alive. */
function install(): void {
  installed = true;
  // A monitor does not change what the process does with an uncaught exception.
  process.on('uncaughtExceptionMonitor', (error) => {
    const onUncaught = owner.getStore();
    if (onUncaught !== undefined) takeOver(error, onUncaught);
  });
  if (LOSES_CONTEXT) createHook({ init: guardResource }).enable();
}

/** Handles this exception instead of the process, which would end. */
function takeOver(error: unknown, onUncaught: UncaughtHandler): void {
  try {
    process.setUncaughtExceptionCaptureCallback(() => process.setUncaughtExceptionCaptureCallback(null));
  } catch {
    // The host captures all exceptions itself, or uses node:domain.
    process.once('uncaughtException', () => {});
  }
  owner.run(undefined, () => onUncaught(error));
}

/** Guards each promise and timer of the process. Uses no closures, so that it allocates nothing for most of them. */
function guardResource(_id: number, type: string, _trigger: number, resource: object): void {
  if (type !== 'Microtask') return;
  const onUncaught = owner.getStore();
  if (onUncaught !== undefined) guardMicrotask(resource, onUncaught);
}

/** Catches errors of a `queueMicrotask` callback, which would reach the process without their async context. */
function guardMicrotask(resource: object, onUncaught: UncaughtHandler): void {
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
