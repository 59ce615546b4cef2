import { randomUUID, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { LineActions } from '../../../core/ports.ts';
import { isSip, refusePauses, requestCarrier } from '../telephone/carrierApi.ts';
import type { DialSettings } from '../telephone/carrierSettings.ts';

export interface VonageCall {
  /** The URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly applicationId: string;
  readonly privateKey: KeyObject;
  readonly callUuid: string;
  readonly dialSettings: DialSettings;
  /** Returns the URL from which Vonage requests instructions after a transfer. */
  readonly createReturn: () => Promise<string>;
}

/** Lifetime of a JWT, in seconds. */
const JWT_S = 60;

/**
 * Creates the actions of a Vonage call, which use its Voice API (https://developer.vonage.com/en/api/voice, read
 * 2026-11). Each request carries a JWT of the application (https://developer.vonage.com/en/jwt). The API documents no
 * pauses between keys.
 */
export function createVonageActions(call: VonageCall): LineActions {
  const url = `${call.apiUrl}/calls/${encodeURIComponent(call.callUuid)}`;
  const put = async (path: string, body: object, signal: AbortSignal): Promise<void> =>
    requestCarrier(url + path, { method: 'PUT', authorization: `Bearer ${await signJwt(call)}`, body, signal });
  return {
    hangUp: (signal) => put('', { action: 'hangup' }, signal),
    transfer: async (target, signal) => {
      const ncco = [toConnect(target, { ...call.dialSettings, action: await call.createReturn() })];
      return put('', { action: 'transfer', destination: { type: 'ncco', ncco } }, signal);
    },
    sendDigits: async (digits, signal) => {
      refusePauses('Vonage', digits);
      return put('/dtmf', { digits }, signal);
    },
  };
}

/**
 * Creates a synchronous `connect`, after which Vonage requests further instructions if the target does not answer
 * ("Connect with fallback" of https://developer.vonage.com/en/voice/voice-api/ncco-reference, read 2026-11-29 in its
 * source: github.com/Nexmo/nexmo-developer).
 */
function toConnect(target: string, { action, timeoutS, callerId }: DialSettings): object {
  const endpoint = isSip(target) ? { type: 'sip', uri: target } : { type: 'phone', number: toNumber(target) };
  return {
    action: 'connect',
    ...(callerId !== undefined && { from: toNumber(callerId) }),
    timeout: timeoutS,
    eventType: 'synchronous',
    eventUrl: [action],
    eventMethod: 'POST',
    endpoint: [endpoint],
  };
}

function toNumber(text: string): string {
  return text.replace(/^\+/u, '');
}

function signJwt({ applicationId, privateKey }: VonageCall): Promise<string> {
  return new SignJWT({ application_id: applicationId })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(`${JWT_S} s`)
    .setJti(randomUUID())
    .sign(privateKey);
}
