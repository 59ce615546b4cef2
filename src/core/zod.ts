import { createRequire } from 'node:module';
import type * as zod from 'zod';
import { lazy } from './lazy.ts';

type Zod = typeof zod;

/**
 * Loads zod when it is first called: importing it takes longer than everything else of this package together. `#zod` re-exports
 * zod, so that it is the copy that the program imports itself.
 */
export const loadZod: () => Zod = lazy(() => {
  const require = createRequire(import.meta.url);
  try {
    return require('#zod') as Zod;
  } catch {
    // Node 20 cannot require a module that is being imported at that moment.
    return require('zod') as Zod;
  }
});

/** Returns a function that builds a schema when it is first called, and returns the same schema each time. */
export function lazySchema<Schema extends zod.ZodType>(build: (z: Zod) => Schema): () => Schema {
  return lazy(() => build(loadZod()));
}
