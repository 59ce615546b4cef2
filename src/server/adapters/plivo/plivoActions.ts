import type { LineActions } from '../../../core/ports.ts';
import { Problem } from '../../problems/problem.ts';
import { basicAuth, refusePauses, requestCarrier } from '../telephone/carrierApi.ts';
import type { DialSettings } from '../telephone/carrierSettings.ts';
import { dial } from '../telephone/xml.ts';

export interface PlivoCall {
  /** The URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly authId: string;
  readonly authToken: string;
  readonly callUuid: string;
  /** The URL from which Plivo requests the instructions of a transfer, with a query `to`. */
  readonly transferUrl: string;
}

/**
 * Creates the actions of a Plivo call, which use its REST API:
 * https://www.plivo.com/docs/voice/detailed-reference/api/call/hangup-a-call/ (read 2026-11-26),
 * https://plivo.com/docs/voice/api/call/transfer-a-call and http://plivo.com/docs/api/call/dtmf (read 2026-11). The API
 * documents no pauses between keys.
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
      refusePauses('Plivo', digits);
      return requestCarrier(`${url}DTMF/`, { method: 'POST', authorization, body: { digits }, signal });
    },
  };
}

/**
 * Returns the instructions that connect a caller to the number or SIP address in the query `to`.
 *
 * @throws Problem `bad_request`
 */
export function dialOverPlivo(url: string, settings: DialSettings): string {
  const [target, ...more] = new URL(url).searchParams.getAll('to');
  if (target === undefined || more.length > 0)
    throw new Problem('bad_request', [], undefined, 'Expected the query to contain "to" once.');
  return dial(target, settings, 'User');
}
