import type { LineActions } from '../../../core/ports.ts';
import { basicAuth, isSip, requestCarrier } from '../telephone/carrierApi.ts';
import { escapeXml, XML } from '../telephone/xml.ts';

export interface PlivoCall {
  /** The address of the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly authId: string;
  readonly authToken: string;
  readonly callUuid: string;
  /** Where Plivo gets the instructions of a transfer, with a query `to`. */
  readonly transferUrl: string;
}

/**
 * Creates what a call over Plivo can do, by its REST API: https://plivo.com/docs/voice/api/call/transfer-a-call and
 * http://plivo.com/docs/api/call/dtmf (read 2026-11); a call is hung up by `DELETE`. The API names no pauses between keys.
 */
export function createPlivoActions({ apiUrl, authId, authToken, callUuid, transferUrl }: PlivoCall): LineActions {
  const url = `${apiUrl}/Account/${encodeURIComponent(authId)}/Call/${encodeURIComponent(callUuid)}/`;
  const authorization = basicAuth(authId, authToken);
  return {
    hangUp: (signal) => requestCarrier(url, { method: 'DELETE', authorization, signal }),
    transfer: (target, signal) => {
      const aleg_url = `${transferUrl}?${new URLSearchParams({ to: target })}`;
      const body = { legs: 'aleg', aleg_url, aleg_method: 'POST' };
      return requestCarrier(url, { method: 'POST', authorization, body, signal });
    },
    sendDigits: async (digits, signal) => {
      if (digits.includes('w')) throw new Error('Plivo sends no pauses between keys: expected no w');
      return requestCarrier(`${url}DTMF/`, { method: 'POST', authorization, body: { digits }, signal });
    },
  };
}

/** Returns the instructions that connect a caller with this number or SIP address. */
export function dialOverPlivo(target: string): string {
  const text = escapeXml(target);
  const dialled = isSip(target) ? `<User>${text}</User>` : `<Number>${text}</Number>`;
  return `${XML}<Response><Dial>${dialled}</Dial></Response>`;
}
