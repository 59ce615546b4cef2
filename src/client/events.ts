/** Typed listeners by name. */
export interface Events<Map> {
  /** Adds a listener and returns a function that removes it. */
  on<Name extends keyof Map>(name: Name, listener: (event: Map[Name]) => void): () => void;
  emit<Name extends keyof Map>(name: Name, event: Map[Name]): void;
}

type Listeners<Map> = { [Name in keyof Map]?: readonly ((event: Map[Name]) => void)[] };

/**
 * Creates an event emitter. It calls listeners in order; if one throws, the error is reported as uncaught and the
 * others are still called.
 */
export function createEvents<Map>(): Events<Map> {
  const listeners: Listeners<Map> = {};
  return {
    on: (name, listener) => {
      // Wrapped, so that the same function added twice counts as two listeners.
      const own: typeof listener = (event) => listener(event);
      listeners[name] = [...(listeners[name] ?? []), own];
      return () => {
        listeners[name] = listeners[name]?.filter((other) => other !== own) ?? [];
      };
    },
    emit: (name, event) => {
      for (const listener of listeners[name] ?? []) {
        try {
          listener(event);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
