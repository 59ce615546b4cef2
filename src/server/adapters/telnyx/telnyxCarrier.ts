import type { NameSet } from '../../../core/names.ts';
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { LineActions } from '../../../core/ports.ts';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import { refuseOption } from '../../common/options.ts';
import { checkApiUrl } from '../telephone/carrierApi.ts';
import { readCallForm } from '../telephone/callFields.ts';
import {
  CARRIER_OPTIONS,
  type CarrierOptions,
  checkSecret,
  createCarrierSettings,
  createDialSettings,
  requireSecret,
  type TransferOptions,
} from '../telephone/carrierSettings.ts';
import type { Carrier, CarrierCall, VoiceRequest } from '../telephone/carrier.ts';
import { escapeXml, isDialOver, redirectTo, XML, xmlReturn, XML_TYPE } from '../telephone/xml.ts';
import { telnyx } from './telnyx.ts';
import { createTelnyxActions, type TelnyxCall } from './telnyxActions.ts';

/** Options for calls over Telnyx. */
export interface TelnyxOptions extends CarrierOptions, TransferOptions {
  /** The public key of the account, in base64. Requests that are not signed with its private key are refused. */
  readonly public_key: string;
  /** An API key of the account, for hanging up, transfers and keys. @default none: the line supports none of these */
  readonly api_key?: string | undefined;
  /** The URL of the API. @default "https://api.telnyx.com/v2" */
  readonly api_url?: string | undefined;
}

const OPTIONS: NameSet<keyof TelnyxOptions> = {
  ...CARRIER_OPTIONS,
  public_key: true,
  api_key: true,
  api_url: true,
  transfer_timeout: true,
  transfer_caller_id: true,
};

/** Maximum age of a signed request, in seconds. */
const MAX_AGE_S = 300;
/** The longest time for which Telnyx lets a target ring, in seconds. */
const MAX_RINGING_S = 120;
const NUMBER = /^\+\d{1,15}$/u;
const KEY = 'the public key of the account: 32 bytes in base64';

/** Checks the option `telnyx`. @throws AntiphonError `usage_invalid` */
export function createTelnyxCarrier(options: TelnyxOptions, publicUrl: PublicUrl | undefined): Carrier {
  const settings = createCarrierSettings('telnyx', options, OPTIONS, publicUrl);
  const key = createKey(requireSecret('telnyx.public_key', KEY, options.public_key));
  const apiKey = checkSecret('telnyx.api_key', 'an API key of the account', options.api_key);
  const apiUrl = checkApiUrl('telnyx.api_url', options.api_url ?? 'https://api.telnyx.com/v2');
  const dialSettings = createDialSettings('telnyx', options, settings, MAX_RINGING_S);
  return {
    adapter: telnyx,
    settings,
    isSigned: (request) => isSigned(request, key, Date.now() / 1000),
    readCall: (request) => readCallForm('telnyx', request),
    isTransferOver: ({ body }) => isDialOver(body, 'DialCallStatus'),
    actions: (call) => (apiKey === undefined ? undefined : actionsOf(call, { apiUrl, apiKey, dialSettings })),
    connect: (url, _call, returnUrl) =>
      `${XML}<Response><Connect><Stream url="${escapeXml(url)}" codec="PCMU" bidirectionalMode="rtp" ` +
      `bidirectionalCodec="PCMU"/></Connect>${returnUrl === undefined ? '' : redirectTo(returnUrl)}</Response>`,
    returning: xmlReturn('call_sid'),
    busy: `${XML}<Response><Reject reason="busy"/></Response>`,
    contentType: XML_TYPE,
  };
}

/**
 * Returns the actions of a call. By default, a transfer shows the number that was called, as the command `transfer`
 * does.
 */
function actionsOf(
  { call_sid: callControlId, account_sid: accountSid, to }: CarrierCall,
  api: Pick<TelnyxCall, 'apiUrl' | 'apiKey' | 'dialSettings'>,
): LineActions | undefined {
  if (typeof callControlId !== 'string' || typeof accountSid !== 'string') return undefined;
  const called = typeof to === 'string' && NUMBER.test(to) ? to : undefined;
  const dialSettings = { ...api.dialSettings, callerId: api.dialSettings.callerId ?? called };
  return createTelnyxActions({ ...api, callControlId, accountSid, dialSettings });
}

function createKey(base64: string): KeyObject {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== 32) refuseOption('telnyx.public_key', KEY, `${bytes.length} bytes`);
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
}

/**
 * Checks the signature of a request: base64-encoded Ed25519 over its time and body
 * (https://developers.telnyx.com/docs/development/api-fundamentals/webhooks, read 2026-11).
 */
function isSigned({ headers, body }: VoiceRequest, key: KeyObject, nowS: number): boolean {
  const { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature } = headers;
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false;
  const age = Math.abs(nowS - Number(timestamp));
  return age <= MAX_AGE_S && verify(null, Buffer.from(`${timestamp}|${body}`), key, Buffer.from(signature, 'base64'));
}
