import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api';

/** A context manager on AsyncLocalStorage, as those of SDKs for Node are. */
export function createManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => storage.run(active, () => work.apply(self as never, args)),
    bind: (active, target) =>
      typeof target === 'function'
        ? (((...args: unknown[]) =>
            storage.run(active, () => (target as (...given: unknown[]) => unknown)(...args))) as never)
        : target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}
