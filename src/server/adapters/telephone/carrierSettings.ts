import { AntiphonError } from '../../../core/errors.ts';
import type { PublicUrl } from '../../addresses/publicUrl.ts';

/** What the options of every carrier have. */
export interface CarrierOptions {
  /** The longest call, in seconds, from 1 to 86400. @default 3600 */
  readonly max_duration?: number | undefined;
}

export interface CarrierSettings {
  readonly maxDurationS: number;
  /** The address of the plugin, as the carrier calls it. */
  readonly url: string;
}

const MAX_DURATION_S = 86_400;

/** Checks the options that all carriers have. `option`: the name of the carrier's. @throws AntiphonError `usage_invalid` */
export function createCarrierSettings(
  option: string,
  { max_duration = 3600 }: CarrierOptions,
  publicUrl: PublicUrl | undefined,
): CarrierSettings {
  if (publicUrl === undefined)
    refuseOption('public_url', `the address that the carrier calls, as it has ${option}`, 'none');
  if (!(max_duration >= 1 && max_duration <= MAX_DURATION_S))
    refuseOption(`${option}.max_duration`, `seconds from 1 to ${MAX_DURATION_S}`, `${max_duration}`);
  return { maxDurationS: max_duration, url: publicUrl.origin + publicUrl.path };
}

/** Checks that a secret is there. @throws AntiphonError `usage_invalid`, without it */
export function requireSecret(path: string, expected: string, secret: unknown): string {
  if (typeof secret !== 'string') return refuseOption(path, expected, typeof secret);
  if (secret === '') return refuseOption(path, expected, 'an empty string');
  return secret;
}

/** @throws AntiphonError `usage_invalid` */
export function refuseOption(path: string, expected: string, got: string): never {
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}
