import { checkOptions } from '../../../core/checkOptions.ts';
import type { NameSet } from '../../../core/names.ts';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import { maxDurationOf, refuseOption, type DurationOption } from '../../common/options.ts';

/** Options shared by all carriers. */
export interface CarrierOptions extends DurationOption {
  /**
   * Calls that may begin per minute on one server, from 1 to 1000000; further callers hear a busy signal.
   *
   * @default 600
   */
  readonly max_starts_per_minute?: number | undefined;
  /**
   * The share of `max_sessions` that calls of this carrier may use, from 0.01 to 1, but at least one session.
   *
   * @default 0.9
   */
  readonly max_share?: number | undefined;
}

/** The names of the options of every carrier. */
const COMMON: NameSet<keyof CarrierOptions | keyof TransferOptions | 'api_url'> = {
  api_url: true,
  max_duration: true,
  max_starts_per_minute: true,
  max_share: true,
  transfer_timeout: true,
  transfer_caller_id: true,
};

export interface CarrierSettings {
  readonly maxDurationS: number;
  readonly maxStartsPerMinute: number;
  readonly maxShare: number;
  /** The URL of the plugin, as the carrier requests it. */
  readonly url: string;
}

/**
 * Checks the names of a carrier's options, and the values of those shared by all carriers. `option` is the name of the
 * carrier's option, and `own` the names of those that only this carrier has.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function createCarrierSettings(
  option: string,
  options: CarrierOptions,
  own: Readonly<Record<string, true>>,
  publicUrl: PublicUrl | undefined,
): CarrierSettings {
  checkOptions(option, options, { ...COMMON, ...own });
  if (publicUrl === undefined)
    refuseOption(
      'public_url',
      `the address at which the carrier reaches this server, because ${option} is set`,
      'none',
    );
  const { max_starts_per_minute: maxStartsPerMinute = 600, max_share: maxShare = 0.9 } = options;
  if (!Number.isInteger(maxStartsPerMinute) || maxStartsPerMinute < 1 || maxStartsPerMinute > 1_000_000)
    refuseOption(`${option}.max_starts_per_minute`, 'a whole number from 1 to 1000000', String(maxStartsPerMinute));
  if (typeof maxShare !== 'number' || !(maxShare >= 0.01 && maxShare <= 1))
    refuseOption(`${option}.max_share`, 'a share from 0.01 to 1', String(maxShare));
  const maxDurationS = maxDurationOf(option, options);
  return { maxDurationS, maxStartsPerMinute, maxShare, url: publicUrl.origin + publicUrl.path };
}

/** Options for carriers whose unanswered transfers return to the agent. */
export interface TransferOptions {
  /**
   * How long the target of a transfer rings, in seconds, from 5 to 600; over Telnyx to 120. If nobody answers, the
   * caller returns to the agent.
   *
   * @default 30
   */
  readonly transfer_timeout?: number | undefined;
  /** The number shown to the target of a transfer. @default the carrier's choice, usually the caller's number */
  readonly transfer_caller_id?: string | undefined;
}

/** How a carrier dials the target of a transfer. */
export interface DialSettings {
  /** The URL that the carrier requests after the transfer. */
  readonly action: string;
  readonly timeoutS: number;
  readonly callerId: string | undefined;
}

/**
 * Checks the options for transfers. `maxTimeoutS` is the longest time for which the carrier lets a target ring.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function createDialSettings(
  option: string,
  { transfer_timeout: timeoutS = 30, transfer_caller_id: callerId }: TransferOptions,
  { url }: CarrierSettings,
  maxTimeoutS: number = 600,
): DialSettings {
  if (typeof timeoutS !== 'number' || !(timeoutS >= 5 && timeoutS <= maxTimeoutS))
    refuseOption(`${option}.transfer_timeout`, `seconds from 5 to ${maxTimeoutS}`, `${timeoutS}`);
  if (callerId !== undefined) requireSecret(`${option}.transfer_caller_id`, 'a telephone number', callerId);
  return { action: `${url}/v1/${option}/transferred`, timeoutS: Math.round(timeoutS), callerId };
}

/** Checks an optional secret. @throws AntiphonError `usage_invalid`, which does not contain the secret */
export function checkSecret(path: string, expected: string, secret: unknown): string | undefined {
  return secret === undefined ? undefined : requireSecret(path, expected, secret);
}

/** Checks a required secret. @throws AntiphonError `usage_invalid`, which does not contain the secret */
export function requireSecret(path: string, expected: string, secret: unknown): string {
  if (typeof secret !== 'string') return refuseOption(path, expected, typeof secret);
  if (secret === '') return refuseOption(path, expected, 'an empty string');
  return secret;
}
