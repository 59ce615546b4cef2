import { createHash } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import { bearerOf } from '../../callers/bearerOf.ts';
import type { DurationOption } from '../options.ts';
import { pickCallFields } from '../telephone/callFields.ts';
import { createCarrierSettings, requireSecret } from '../telephone/carrierSettings.ts';
import { parseJsonBody } from '../telephone/parseJsonBody.ts';
import type { Carrier, VoiceRequest } from '../telephone/voiceRoutes.ts';
import { vonage, VONAGE_CONTENT_TYPE } from './vonage.ts';

/** Options for calls over Vonage. */
export interface VonageOptions extends DurationOption {
  /** The signature secret of the account. Requests that are not signed with it are refused. */
  readonly signature_secret: string;
}

/** How old a signed request may be, in seconds. */
const MAX_AGE_S = 300;
const FIELDS = { call_uuid: 'uuid', conversation_uuid: 'conversation_uuid', from: 'from', to: 'to' };

/** Checks the option `vonage`. @throws AntiphonError `usage_invalid` */
export function createVonageCarrier(options: VonageOptions, publicUrl: PublicUrl | undefined): Carrier {
  const settings = createCarrierSettings('vonage', options, publicUrl);
  const expected = 'the signature secret of the account';
  const secret = requireSecret('vonage.signature_secret', expected, options.signature_secret);
  const key = new TextEncoder().encode(secret);
  return {
    adapter: vonage,
    settings,
    isSigned: (request) => isSigned(request, key),
    readCall: ({ body }) => {
      const fields = parseJsonBody(body);
      return pickCallFields('vonage', FIELDS, (field) => fields[field]);
    },
    connect: (uri) => {
      const endpoint = [{ type: 'websocket', uri, 'content-type': VONAGE_CONTENT_TYPE }];
      return JSON.stringify([{ action: 'connect', endpoint }]);
    },
    busy: undefined,
    contentType: 'application/json; charset=utf-8',
  };
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
