import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Dialled {
  /** The server's address on this machine. */
  readonly url: string;
  /** The address that Twilio knows the server by. */
  readonly publicUrl: string;
  /** The auth token of the account: Twilio signs with it. */
  readonly authToken: string;
}

/** Twilio's fields of a call. */
const FORM = new URLSearchParams({
  AccountSid: 'AC1',
  CallSid: 'CA1',
  Direction: 'inbound',
  From: '+15550001',
  To: '+15550002',
});
const WEBHOOK = '/v1/twilio/voice';

/** The WebSocket of a call. */
export interface Stream {
  /** Its address, at the server on this machine. */
  readonly address: string;
  /** What Twilio sends with the upgrade: it signs the address that it knows. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Requests the webhook as Twilio does when somebody calls. Resolves with the WebSocket that the answer names. Rejects with an Error
 * that says how the call was refused.
 */
export async function dial({ url, publicUrl, authToken }: Dialled): Promise<Stream> {
  const host = new URL(publicUrl).host;
  const headers = {
    host,
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': sign(authToken, publicUrl + WEBHOOK, FORM),
  };
  const sent = request(new URL(WEBHOOK, url), { method: 'POST', headers }).end(FORM.toString());
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`the call was refused with ${response.statusCode}: ${answer}`);
  if (answer.includes('<Reject')) throw new Error('the line is busy');
  const stream = /<Stream url="(?<address>[^"]+)"/u.exec(answer)?.groups?.['address'];
  if (stream === undefined) throw new Error(`expected TwiML with a stream, got ${answer}`);
  return {
    address: url.replace('http', 'ws') + stream.slice(publicUrl.replace('http', 'ws').length),
    headers: { host, 'x-twilio-signature': sign(authToken, stream) },
  };
}

/** Signs as in https://www.twilio.com/docs/usage/security (read 2026-11): the URL, then each field of the form, by name. */
function sign(authToken: string, url: string, form: URLSearchParams = new URLSearchParams()): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + value);
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}
