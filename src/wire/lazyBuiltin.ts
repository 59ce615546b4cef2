import { createRequire } from 'node:module';
import { lazy } from '../core/lazy.ts';

/**
 * Returns a function that loads a Node module when it is first called. Some take longer to load than this entire
 * package.
 */
export function lazyBuiltin<Module extends object>(name: `node:${string}`): () => Module {
  return lazy(() => createRequire(import.meta.url)(name) as Module);
}
