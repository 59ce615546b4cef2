import { createRequire } from 'node:module';
import { findPackageFile } from '../wire/packageFile.ts';

const manifest = createRequire(import.meta.url)(findPackageFile('#package')) as { readonly version: string };

/** The version of this library. */
export const VERSION: string = manifest.version;
