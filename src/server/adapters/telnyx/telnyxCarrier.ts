import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { LineActions } from '../../../core/ports.ts';
import { refuseOption } from '../../common/options.ts';
import { readCallForm } from '../telephone/callFields.ts';
import { checkSecret, requireSecret, type CarrierOptions, type TransferOptions } from '../telephone/carrierSettings.ts';
import type { CarrierCall, CarrierManifest, VoiceRequest } from '../telephone/carrier.ts';
import { createXmlAnswers } from '../telephone/xml.ts';
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

/** Maximum age of a signed request, in seconds. */
const MAX_AGE_S = 300;
const NUMBER = /^\+\d{1,15}$/u;
const KEY = 'the public key of the account: 32 bytes in base64';

const { connect, ...answers } = createXmlAnswers({
  key: 'call_sid',
  stream: (url) =>
    `<Connect><Stream url="${url}" codec="PCMU" bidirectionalMode="rtp" bidirectionalCodec="PCMU"/></Connect>`,
  busy: '<Reject reason="busy"/>',
  dialStatus: 'DialCallStatus',
});

export const telnyxCarrier: CarrierManifest<TelnyxOptions> = {
  ...answers,
  adapter: telnyx,
  label: 'Telnyx',
  options: { public_key: true, api_key: true },
  apiUrl: 'https://api.telnyx.com/v2',
  maxRingingS: 120,
  readCall: (request) => readCallForm('telnyx', request),
  configure: ({ public_key, api_key }, { apiUrl, dialSettings }) => {
    const key = createKey(requireSecret('telnyx.public_key', KEY, public_key));
    const apiKey = checkSecret('telnyx.api_key', 'an API key of the account', api_key);
    return {
      connect,
      isSigned: (request) => isSigned(request, key, Date.now() / 1000),
      actions: (call) => (apiKey === undefined ? undefined : actionsOf(call, { apiUrl, apiKey, dialSettings })),
    };
  },
};

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
