import { createRequire } from 'node:module';

/** Of this library. */
export const VERSION: string = (createRequire(import.meta.url)('#package') as { readonly version: string }).version;
