import { AntiphonError } from '../core/errors.ts';

/** Converts an option from seconds to ms. @throws AntiphonError `usage_invalid` for a value out of range */
export function secondsToMs(name: string, seconds: number, least: number, most: number): number {
  return checkSeconds(name, seconds, least, most) * 1000;
}

/** Checks an option in seconds, and returns it. @throws AntiphonError `usage_invalid` for a value out of range */
export function checkSeconds(name: string, seconds: number, least: number, most: number): number {
  if (typeof seconds === 'number' && seconds >= least && seconds <= most) return seconds;
  const message = `${name}: expected seconds from ${least} to ${most}, got ${String(seconds)}`;
  throw new AntiphonError('usage_invalid', message, { path: name });
}
