import { createRequire } from 'node:module';
import type * as zod from 'zod';
import { lazy } from './lazy.ts';

type Zod = typeof zod;

/**
 * Loads zod on the first call, because importing it takes longer than importing the rest of this package. `#zod`
 * re-exports zod, so that it is the same copy as the program's own import.
 */
export const loadZod: () => Zod = lazy(() => {
  const require = createRequire(import.meta.url);
  try {
    return require('#zod') as Zod;
  } catch {
    // Node 20 cannot require a module that is still being imported.
    return require('zod') as Zod;
  }
});

/** Returns a function that builds a schema on its first call and returns the same schema from then on. */
export function lazySchema<Schema extends zod.ZodType>(build: (z: Zod) => Schema): () => Schema {
  return lazy(() => build(loadZod()));
}
