import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { LineActions } from '../../../core/ports.ts';
import { bearerOf } from '../../callers/caller.ts';
import { refuseOption } from '../../common/options.ts';
import { inGroup, pickCallFields, readQuery, SIP_HEADER, parseJsonBody } from '../telephone/callFields.ts';
import { requireSecret, type CarrierOptions, type TransferOptions } from '../telephone/carrierSettings.ts';
import type { CarrierCall, CarrierManifest, VoiceRequest } from '../telephone/carrier.ts';
import { vonage, VONAGE_CONTENT_TYPE } from './vonage.ts';
import { createVonageActions, type VonageCall } from './vonageActions.ts';
import { describeReturn, vonageReturn } from './vonageReturn.ts';
import { createVonageTransfers, isVonageTransferOver } from './vonageTransfer.ts';

/** Options for calls over Vonage. */
export interface VonageOptions extends CarrierOptions, TransferOptions {
  /** The signature secret of the account. Requests without its signature are refused. */
  readonly signature_secret: string;
  /**
   * The id of the application, for hanging up, transfers and keys; requires `private_key`.
   *
   * @default none: the line supports none of these
   */
  readonly application_id?: string | undefined;
  /** The private key of the application, in PEM. @default none */
  readonly private_key?: string | undefined;
  /** The URL of the API. @default "https://api.nexmo.com/v1" */
  readonly api_url?: string | undefined;
}

/** Maximum age of a signed request, in seconds. */
const MAX_AGE_S = 300;
const PRIVATE_KEY = 'the RSA private key of the application in PEM, because application_id is set';
const FIELDS = { call_uuid: 'uuid', conversation_uuid: 'conversation_uuid', from: 'from', to: 'to' };

export const vonageCarrier: CarrierManifest<VonageOptions> = {
  adapter: vonage,
  label: 'Vonage',
  options: { signature_secret: true, application_id: true, private_key: true },
  apiUrl: 'https://api.nexmo.com/v1',
  readCall: ({ body, url }) => {
    const fields = parseJsonBody(body);
    return {
      ...pickCallFields('vonage', FIELDS, (field) => fields[field]),
      ...readHeaders(fields),
      ...readQuery(url),
    };
  },
  isTransferOver: isVonageTransferOver,
  returning: vonageReturn,
  busy: undefined,
  contentType: 'application/json; charset=utf-8',
  configure: (options, { apiUrl, dialSettings }) => {
    const expected = 'the signature secret of the account';
    const secret = requireSecret('vonage.signature_secret', expected, options.signature_secret);
    const key = new TextEncoder().encode(secret);
    const transfers = createVonageTransfers(secret);
    const api = readApplication(options);
    return {
      isSigned: (request) => isSigned(request, key),
      readUnanswered: transfers.readUnanswered,
      actions: (call) => {
        const createReturn = (): Promise<string> => transfers.createReturn(dialSettings.action, call);
        return api && actionsOf(call, { ...api, apiUrl, dialSettings, createReturn });
      },
      connect,
    };
  },
};

function connect(uri: string, call: CarrierCall, returnUrl?: string): string {
  const { headers, ...events } = returnUrl === undefined ? {} : describeReturn(returnUrl, call);
  const endpoint = [{ type: 'websocket', uri, 'content-type': VONAGE_CONTENT_TYPE, ...(headers && { headers }) }];
  return JSON.stringify([{ action: 'connect', ...events, endpoint }]);
}

/**
 * Reads the SIP headers, which Vonage sends as separate fields:
 * https://developer.vonage.com/en/voice/voice-api/concepts/programmable-sip (read 2026-11).
 */
function readHeaders(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const headers = Object.entries(fields).flatMap(([name, value]) =>
    SIP_HEADER.test(name) && typeof value === 'string' ? [[name.replace(/^SipHeader_/u, ''), value] as const] : [],
  );
  return inGroup('sip_headers', headers);
}

type VonageApplication = Pick<VonageCall, 'applicationId' | 'privateKey'>;

function readApplication({ application_id, private_key }: VonageOptions): VonageApplication | undefined {
  if (application_id === undefined && private_key === undefined) return undefined;
  const applicationId = requireSecret(
    'vonage.application_id',
    'the id of the application, because private_key is set',
    application_id,
  );
  const pem = requireSecret('vonage.private_key', PRIVATE_KEY, private_key);
  return { applicationId, privateKey: readPrivateKey(pem) };
}

function readPrivateKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Refused below. The parser's error may contain a part of the key.
  }
  return refuseOption('vonage.private_key', PRIVATE_KEY, 'something else');
}

/** Returns the actions of a call. By default, a transfer shows the number that was called. */
function actionsOf(
  { call_uuid: callUuid, to }: CarrierCall,
  api: Omit<VonageCall, 'callUuid'>,
): LineActions | undefined {
  if (typeof callUuid !== 'string') return undefined;
  const callerId = api.dialSettings.callerId ?? (typeof to === 'string' ? to : undefined);
  return createVonageActions({ ...api, callUuid, dialSettings: { ...api.dialSettings, callerId } });
}

/**
 * Checks the JWT of a request: HS256, with the SHA-256 of its body
 * (https://developer.vonage.com/en/getting-started/concepts/webhooks, read 2026-11).
 */
async function isSigned(request: VoiceRequest, key: Uint8Array): Promise<boolean> {
  const jwt = bearerOf(request);
  if (jwt === undefined) return false;
  try {
    const { payload } = await jwtVerify(jwt, key, { algorithms: ['HS256'], maxTokenAge: MAX_AGE_S, clockTolerance: 5 });
    return payload['payload_hash'] === createHash('sha256').update(request.body).digest('hex');
  } catch {
    return false;
  }
}
