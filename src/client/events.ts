/** Typed listeners by name. */
export interface Events<Map> {
  /** Returns the way to stop listening. */
  on<Name extends keyof Map>(name: Name, listener: (event: Map[Name]) => void): () => void;
  emit<Name extends keyof Map>(name: Name, event: Map[Name]): void;
}

type Listeners<Map> = { [Name in keyof Map]?: readonly ((event: Map[Name]) => void)[] };

/** Listeners are called in the order in which they came. One that throws is reported as uncaught and disturbs nobody. */
export function createEvents<Map>(): Events<Map> {
  const listeners: Listeners<Map> = {};
  return {
    on: (name, listener) => {
      // A wrapper of its own: the same function listening twice is two listeners.
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
