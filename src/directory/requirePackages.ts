import { createRequire } from 'node:module';
import { AntiphonError } from '../core/errors.ts';

/** Checks that optional packages are installed. @throws AntiphonError `usage_invalid`, naming the missing ones */
export function requirePackages(
  names: readonly string[],
  user: string,
  resolve: (name: string) => unknown = createRequire(import.meta.url).resolve,
): void {
  const missing = names.filter((name) => !isInstalled(name, resolve));
  if (missing.length === 0) return;
  const message = `${user} needs the optional ${missing.length === 1 ? 'package' : 'packages'} ${missing.join(', ')}`;
  throw new AntiphonError('usage_invalid', `${message}: npm install ${missing.join(' ')}`);
}

function isInstalled(name: string, resolve: (name: string) => unknown): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}
