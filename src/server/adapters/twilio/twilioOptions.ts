import { AntiphonError } from '../../../core/errors.ts';
import { isLoopback } from '../../addresses/loopback.ts';
import type { PublicUrl } from '../../addresses/publicUrl.ts';

/** Options for calls over Twilio, or SignalWire. */
export interface TwilioOptions {
  /** The auth token of the account. Requests that are not signed with it are refused. */
  readonly auth_token: string;
  /** The address of the REST API, for hanging up and transfers; SignalWire's is `https://SPACE.signalwire.com/api/laml`. @default "https://api.twilio.com" */
  readonly api_url?: string | undefined;
  /** The longest call, in seconds, from 1 to 86400. @default 3600 */
  readonly max_duration?: number | undefined;
}

export interface TwilioSettings {
  readonly authToken: string;
  readonly apiUrl: string;
  readonly maxDurationS: number;
  /** The address of the plugin, as Twilio calls it. */
  readonly url: string;
}

const MAX_DURATION_S = 86_400;

/** Checks the option `twilio`. @throws AntiphonError `usage_invalid` */
export function createTwilioSettings(
  { auth_token: authToken, api_url: apiUrl = 'https://api.twilio.com', max_duration = 3600 }: TwilioOptions,
  publicUrl: PublicUrl | undefined,
): TwilioSettings {
  if (publicUrl === undefined) refuse('public_url', 'the address that Twilio calls, as it has twilio', 'none');
  if (typeof authToken !== 'string' || authToken === '')
    refuse('twilio.auth_token', 'the auth token of the account', typeof authToken);
  if (!isApiUrl(apiUrl)) refuse('twilio.api_url', 'an address with https, or http on this machine', 'another');
  if (!(max_duration >= 1 && max_duration <= MAX_DURATION_S))
    refuse('twilio.max_duration', `seconds from 1 to ${MAX_DURATION_S}`, `${max_duration}`);
  return {
    authToken,
    apiUrl: apiUrl.replace(/\/+$/u, ''),
    maxDurationS: max_duration,
    url: publicUrl.origin + publicUrl.path,
  };
}

/** The key goes there. */
function isApiUrl(text: string): boolean {
  const { protocol, hostname } = URL.canParse(text) ? new URL(text) : { protocol: '', hostname: '' };
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function refuse(path: string, expected: string, got: string): never {
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}
