/** A lazy AbortController, whose signal is created on first access. */
export interface LazyAbortController {
  readonly signal: AbortSignal;
  abort(): void;
}

/**
 * Creates an AbortController for user code. Calls `failed` with errors and rejections of the listeners of its `signal`,
 * which would end the process with a plain AbortSignal.
 */
export function createAbortController(failed: (error: unknown) => void): LazyAbortController {
  return new GuardedController(failed);
}

class GuardedController implements LazyAbortController {
  readonly #failed: (error: unknown) => void;
  #controller: AbortController | undefined;
  #isAborted = false;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get signal(): AbortSignal {
    if (this.#controller !== undefined) return this.#controller.signal;
    this.#controller = new AbortController();
    guardListeners(this.#controller.signal, this.#failed);
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }
}

function guardListeners(signal: AbortSignal, failed: (error: unknown) => void): void {
  const guarded = new WeakMap<object, GuardedListener>();
  const guardedBy = (listener: unknown): GuardedListener => {
    // Leave it to the platform to reject values that are not listeners.
    if (!isListener(listener)) return listener as GuardedListener;
    if (!guarded.has(listener)) guarded.set(listener, guardListener(listener, failed));
    return guarded.get(listener) as GuardedListener;
  };
  const guardMethod = (method: AbortSignal['addEventListener']): PropertyDescriptor => ({
    value: (type: string, listener: unknown, options?: Parameters<typeof method>[2]) =>
      method.call(signal, type, guardedBy(listener), options),
  });
  Object.defineProperties(signal, {
    addEventListener: guardMethod(signal.addEventListener),
    removeEventListener: guardMethod(signal.removeEventListener),
    onabort: onAbort(signal, guardedBy),
  });
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
      Promise.resolve(returned).then(undefined, failed);
    } catch (error) {
      failed(error);
    }
  };
}

function isListener(value: unknown): value is Listener {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
