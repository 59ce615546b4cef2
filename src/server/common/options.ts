import { AntiphonError } from '../../core/errors.ts';

/** Options shared by all peers whose connections start sessions. */
export interface DurationOption {
  /** The longest session, in seconds, from 1 to 86400. @default 3600 */
  readonly max_duration?: number | undefined;
}

const MAX_DURATION_S = 86_400;

/**
 * Returns the longest session, in seconds. `option` is the name of the option.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function maxDurationOf(option: string, { max_duration = 3600 }: DurationOption): number {
  return checkSeconds(`${option}.max_duration`, max_duration, 1, MAX_DURATION_S);
}

/** Refuses the value of an option. @throws AntiphonError `usage_invalid` */
export function refuseOption(path: string, expected: string, got: string): never {
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}

/** Converts an option from seconds to ms. @throws AntiphonError `usage_invalid` for a value out of range */
export function secondsToMs(name: string, seconds: number, least: number, most: number): number {
  return checkSeconds(name, seconds, least, most) * 1000;
}

/** Checks an option in seconds, and returns it. @throws AntiphonError `usage_invalid` for a value out of range */
export function checkSeconds(name: string, seconds: number, least: number, most: number): number {
  if (typeof seconds === 'number' && seconds >= least && seconds <= most) return seconds;
  return refuseOption(name, `seconds from ${least} to ${most}`, String(seconds));
}
