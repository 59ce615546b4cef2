import { checkOptions } from '../../../core/checkOptions.ts';
import type { NameSet } from '../../../core/names.ts';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import { maxDurationOf, refuseOption, type DurationOption } from '../options.ts';

/** What the options of all carriers have. */
export interface CarrierOptions extends DurationOption {
  /** Calls that begin within a minute on one server, from 1 to 1000000; callers beyond it hear that the line is busy. @default 600 */
  readonly max_starts_per_minute?: number | undefined;
  /** The share of `max_sessions` that the calls of the carrier take at most, from 0.01 to 1, and at least one place. @default 0.9 */
  readonly max_share?: number | undefined;
}

export const CARRIER_OPTIONS: NameSet<keyof CarrierOptions> = {
  max_duration: true,
  max_starts_per_minute: true,
  max_share: true,
};

export interface CarrierSettings {
  readonly maxDurationS: number;
  readonly maxStartsPerMinute: number;
  readonly maxShare: number;
  /** The address of the plugin, as the carrier calls it. */
  readonly url: string;
}

/**
 * Checks the names of a carrier's options, and the values of those that all carriers have. `option`: the name of the carrier's.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function createCarrierSettings<Options extends CarrierOptions>(
  option: string,
  options: Options,
  known: NameSet<keyof Options & string>,
  publicUrl: PublicUrl | undefined,
): CarrierSettings {
  checkOptions(option, options, known);
  if (publicUrl === undefined)
    refuseOption('public_url', `the address that the carrier calls, as it has ${option}`, 'none');
  const { max_starts_per_minute: maxStartsPerMinute = 600, max_share: maxShare = 0.9 } = options;
  if (!Number.isInteger(maxStartsPerMinute) || maxStartsPerMinute < 1 || maxStartsPerMinute > 1_000_000)
    refuseOption(`${option}.max_starts_per_minute`, 'a whole number from 1 to 1000000', String(maxStartsPerMinute));
  if (typeof maxShare !== 'number' || !(maxShare >= 0.01 && maxShare <= 1))
    refuseOption(`${option}.max_share`, 'a share from 0.01 to 1', String(maxShare));
  const maxDurationS = maxDurationOf(option, options);
  return { maxDurationS, maxStartsPerMinute, maxShare, url: publicUrl.origin + publicUrl.path };
}

/** Options for carriers whose transfers come back to the agent if nobody answers. */
export interface TransferOptions {
  /** How long the target of a transfer rings, in seconds, from 5 to 600. If nobody answers, the caller comes back to the agent. @default 30 */
  readonly transfer_timeout?: number | undefined;
  /** The number shown to the target of a transfer. @default the carrier's choice, mostly the caller's number */
  readonly transfer_caller_id?: string | undefined;
}

/** How a carrier dials the target of a transfer. */
export interface DialSettings {
  /** The URL that the carrier requests after the transfer. */
  readonly action: string;
  readonly timeoutS: number;
  readonly callerId: string | undefined;
}

/** Checks the options for transfers. @throws AntiphonError `usage_invalid` */
export function createDialSettings(
  option: string,
  { transfer_timeout: timeoutS = 30, transfer_caller_id: callerId }: TransferOptions,
  { url }: CarrierSettings,
): DialSettings {
  if (typeof timeoutS !== 'number' || !(timeoutS >= 5 && timeoutS <= 600))
    refuseOption(`${option}.transfer_timeout`, 'seconds from 5 to 600', `${timeoutS}`);
  if (callerId !== undefined) requireSecret(`${option}.transfer_caller_id`, 'a telephone number', callerId);
  return { action: `${url}/v1/${option}/transferred`, timeoutS: Math.round(timeoutS), callerId };
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
