/**
 * Makes an AbortController whose `signal` is for code of the user's. What a listener of it throws, or the promise that it
 * returns rejects with, goes to `failed`: from a plain AbortSignal it would end the process.
 */
export function createAbortController(failed: (error: unknown) => void): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  const guarded = new WeakMap<object, GuardedListener>();
  const guardedBy = (listener: unknown): GuardedListener => {
    // What is no listener is refused by the platform.
    if (!isListener(listener)) return listener as GuardedListener;
    const known = guarded.get(listener) ?? guardListener(listener, failed);
    guarded.set(listener, known);
    return known;
  };
  const { addEventListener, removeEventListener } = signal;
  Object.defineProperties(signal, {
    addEventListener: {
      value: (type: string, listener: unknown, options?: Parameters<AbortSignal['addEventListener']>[2]) =>
        addEventListener.call(signal, type, guardedBy(listener), options),
    },
    removeEventListener: {
      value: (type: string, listener: unknown, options?: Parameters<AbortSignal['removeEventListener']>[2]) =>
        removeEventListener.call(signal, type, guardedBy(listener), options),
    },
    onabort: onAbort(signal, guardedBy),
  });
  return controller;
}

type GuardedListener = (event: Event) => void;

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown };

function onAbort(signal: AbortSignal, guardedBy: (listener: unknown) => GuardedListener): PropertyDescriptor {
  let current: unknown = null;
  return {
    get: () => current,
    set: (listener: unknown) => {
      current = listener;
      Reflect.set(AbortSignal.prototype, 'onabort', guardedBy(listener), signal);
    },
  };
}

function guardListener(listener: Listener, failed: (error: unknown) => void): GuardedListener {
  return function (this: unknown, event: Event) {
    try {
      const returned = typeof listener === 'function' ? listener.call(this, event) : listener.handleEvent(event);
      if (isObject(returned)) Promise.resolve(returned).then(undefined, failed);
    } catch (error) {
      failed(error);
    }
  };
}

function isListener(value: unknown): value is Listener {
  return isObject(value);
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
