import { AntiphonError } from '../core/errors.ts';

/** Returns the ms of an option in seconds. @throws AntiphonError `usage_invalid` for a value out of its range */
export function secondsToMs(name: string, seconds: number, least: number, most: number): number {
  return checkSeconds(name, seconds, least, most) * 1000;
}

/** Returns the seconds of an option. @throws AntiphonError `usage_invalid` for a value out of its range */
export function checkSeconds(name: string, seconds: number, least: number, most: number): number {
  if (typeof seconds === 'number' && seconds >= least && seconds <= most) return seconds;
  const message = `${name}: expected seconds from ${least} to ${most}, got ${String(seconds)}`;
  throw new AntiphonError('usage_invalid', message, { path: name });
}
