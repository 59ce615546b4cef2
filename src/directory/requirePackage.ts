import { createRequire } from 'node:module';
import { AntiphonError } from '../core/errors.ts';

/** Checks that an optional package is installed. @throws AntiphonError `usage_invalid` */
export function requirePackage(
  name: string,
  user: string,
  resolve: (name: string) => unknown = createRequire(import.meta.url).resolve,
): void {
  try {
    resolve(name);
  } catch (cause) {
    const message = `${user} needs the optional package ${name}: npm install ${name}`;
    throw new AntiphonError('usage_invalid', message, { cause });
  }
}
