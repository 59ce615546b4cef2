import { randomUUID, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { LineActions } from '../../../core/ports.ts';
import { isSip, requestCarrier } from '../telephone/carrierApi.ts';

export interface VonageCall {
  /** The address of the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly applicationId: string;
  readonly privateKey: KeyObject;
  readonly callUuid: string;
  /** The number that was called: a transfer comes from it. */
  readonly calledNumber: string | undefined;
}

/** How long a JWT is valid, in seconds. */
const JWT_S = 60;

/**
 * Creates what a call over Vonage can do, by its Voice API (https://developer.vonage.com/en/api/voice, read 2026-11): each request has
 * a JWT of the application (https://developer.vonage.com/en/jwt). The API names no pauses between keys.
 */
export function createVonageActions(call: VonageCall): LineActions {
  const url = `${call.apiUrl}/calls/${encodeURIComponent(call.callUuid)}`;
  const put = async (path: string, body: object, signal: AbortSignal): Promise<void> =>
    requestCarrier(url + path, { method: 'PUT', authorization: `Bearer ${await signJwt(call)}`, body, signal });
  return {
    hangUp: (signal) => put('', { action: 'hangup' }, signal),
    transfer: (target, signal) =>
      put('', { action: 'transfer', destination: { type: 'ncco', ncco: [toConnect(target, call)] } }, signal),
    sendDigits: async (digits, signal) => {
      if (digits.includes('w')) throw new Error('Vonage sends no pauses between keys: expected no w');
      return put('/dtmf', { digits }, signal);
    },
  };
}

function toConnect(target: string, { calledNumber }: VonageCall): object {
  const endpoint = isSip(target) ? { type: 'sip', uri: target } : { type: 'phone', number: target.replace(/^\+/u, '') };
  return { action: 'connect', ...(calledNumber === undefined ? {} : { from: calledNumber }), endpoint: [endpoint] };
}

function signJwt({ applicationId, privateKey }: VonageCall): Promise<string> {
  return new SignJWT({ application_id: applicationId })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(`${JWT_S} s`)
    .setJti(randomUUID())
    .sign(privateKey);
}
