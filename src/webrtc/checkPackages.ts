import { createRequire } from 'node:module';
import { AntiphonError } from '../core/errors.ts';

const PACKAGES = ['werift', 'libopus-wasm'];

/** Checks that the optional packages are installed. @throws AntiphonError `usage_invalid` */
export function checkPackages(resolve: (name: string) => unknown = createRequire(import.meta.url).resolve): void {
  const missing = PACKAGES.filter((name) => !isInstalled(name, resolve));
  if (missing.length === 0) return;
  const message = `createWebRtc needs the optional packages werift and libopus-wasm: npm install ${missing.join(' ')}`;
  throw new AntiphonError('usage_invalid', message);
}

/**
 * Checks whether a package is installed. A package that only supports `import` is found, although resolving it fails.
 */
function isInstalled(name: string, resolve: (name: string) => unknown): boolean {
  try {
    resolve(name);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND');
  }
}
