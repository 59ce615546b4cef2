import type { LineActions } from '../../../core/ports.ts';
import { basicAuth, requestCarrier } from '../telephone/carrierApi.ts';
import type { DialSettings } from '../telephone/carrierSettings.ts';
import { dial } from '../telephone/xml.ts';

export interface TwilioCall {
  /** The URL of the REST API, without a trailing slash. */
  readonly apiUrl: string;
  readonly authToken: string;
  readonly accountSid: string;
  readonly callSid: string;
  readonly dialSettings: DialSettings;
}

/**
 * Creates the actions of a Twilio call, which use its REST API (https://www.twilio.com/docs/voice/api/call-resource,
 * read 2026-11): hanging up, and connecting the caller to a telephone number or a SIP address. `<Dial>` requests
 * further instructions from its `action` (https://www.twilio.com/docs/voice/twiml/dial, read 2026-11). Keys cannot be
 * sent while a stream is connected.
 */
export function createTwilioActions(call: TwilioCall): LineActions {
  return {
    hangUp: (signal) => update(call, { Status: 'completed' }, signal),
    transfer: (target, signal) => update(call, { Twiml: dial(target, call.dialSettings) }, signal),
  };
}

function update(
  { apiUrl, accountSid, callSid, authToken }: TwilioCall,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Calls/${encodeURIComponent(callSid)}.json`;
  const authorization = basicAuth(accountSid, authToken);
  return requestCarrier(url, { method: 'POST', authorization, body: new URLSearchParams(fields), signal });
}
