import { createRequire } from 'node:module';
import { lazy } from '../core/lazy.ts';

/** Returns a function that loads a module of Node when it is first called: loading some takes longer than all of this package. */
export function lazyBuiltin<Module extends object>(name: `node:${string}`): () => Module {
  return lazy(() => createRequire(import.meta.url)(name) as Module);
}
