import { createRequire } from 'node:module';

/** The version of this library. */
export const VERSION: string = (createRequire(import.meta.url)('#package') as { readonly version: string }).version;
