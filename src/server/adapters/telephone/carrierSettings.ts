import { checkOptions } from '../../../core/checkOptions.ts';
import type { NameSet } from '../../../core/names.ts';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import { maxDurationOf, refuseOption, type DurationOption } from '../options.ts';

export interface CarrierSettings {
  readonly maxDurationS: number;
  /** The address of the plugin, as the carrier calls it. */
  readonly url: string;
}

/**
 * Checks the names of a carrier's options, and the values of those that all carriers have. `option`: the name of the carrier's.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function createCarrierSettings<Options extends DurationOption>(
  option: string,
  options: Options,
  known: NameSet<keyof Options & string>,
  publicUrl: PublicUrl | undefined,
): CarrierSettings {
  checkOptions(option, options, known);
  if (publicUrl === undefined)
    refuseOption('public_url', `the address that the carrier calls, as it has ${option}`, 'none');
  return { maxDurationS: maxDurationOf(option, options), url: publicUrl.origin + publicUrl.path };
}

/** Checks a secret that may be missing. @throws AntiphonError `usage_invalid`, without it */
export function checkSecret(path: string, expected: string, secret: unknown): string | undefined {
  return secret === undefined ? undefined : requireSecret(path, expected, secret);
}

/** Checks that a secret is there. @throws AntiphonError `usage_invalid`, without it */
export function requireSecret(path: string, expected: string, secret: unknown): string {
  if (typeof secret !== 'string') return refuseOption(path, expected, typeof secret);
  if (secret === '') return refuseOption(path, expected, 'an empty string');
  return secret;
}
