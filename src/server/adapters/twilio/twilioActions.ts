import type { LineActions } from '../../../core/ports.ts';
import { escapeXml, XML } from '../telephone/xml.ts';

export interface TwilioCall {
  /** The address of the REST API, without a trailing slash. */
  readonly apiUrl: string;
  readonly authToken: string;
  readonly accountSid: string;
  readonly callSid: string;
}

/**
 * Creates what a call over Twilio can do, by its REST API (https://www.twilio.com/docs/voice/api/call-resource, read 2026-11): hang up, and
 * connect the caller with a telephone number or a SIP address. Keys cannot be sent while a stream is connected.
 */
export function createTwilioActions(call: TwilioCall): LineActions {
  return {
    hangUp: (signal) => update(call, { Status: 'completed' }, signal),
    transfer: (target, signal) =>
      update(call, { Twiml: `${XML}<Response><Dial>${toDialled(target)}</Dial></Response>` }, signal),
  };
}

/** Redirects do not take the key elsewhere. */
async function update(
  { apiUrl, accountSid, callSid, authToken }: TwilioCall,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Calls/${encodeURIComponent(callSid)}.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const body = new URLSearchParams(fields);
  const response = await fetch(url, { method: 'POST', headers: { authorization }, body, signal, redirect: 'error' });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the carrier has answered ${response.status}`);
}

function toDialled(target: string): string {
  const text = escapeXml(target);
  return /^sips?:/iu.test(target) ? `<Sip>${text}</Sip>` : `<Number>${text}</Number>`;
}
