import { AntiphonError } from './errors.ts';

/** Checks an option. @throws AntiphonError `usage_invalid` unless `value` is a finite number from `least` */
export function checkRange(name: string, value: number, least: number): void {
  if (Number.isFinite(value) && value >= least) return;
  const message = `Expected ${name} to be a finite number from ${least}, got ${value}.`;
  throw new AntiphonError('usage_invalid', message, { path: name });
}
