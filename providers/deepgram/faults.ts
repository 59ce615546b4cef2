import { faultOfEnd, type WireFault } from '../../src/wire/fault.ts';
import { asNumber, asText, type JsonObject } from '../../src/wire/json.ts';
import type { SocketEnd } from '../../src/wire/socket.ts';

/**
 * Classifies the end of a connection. Deepgram's own codes in the reason take precedence over the close code, which has
 * changed over the years. For a refusal, the header `dg-error` may hold what the body omits.
 */
export function classifyDeepgramEnd(end: SocketEnd, nowMs: number): WireFault {
  const fault = faultOfEnd(end, nowMs);
  if (end.refused === undefined) return { ...fault, kind: parseFaultKind(end.reason) ?? fault.kind };
  const { 'dg-error': error = '', 'dg-request-id': request = '' } = end.refused.headers;
  const message = error === '' || fault.message.includes(error) ? fault.message : `${fault.message}: ${error}`;
  return { ...fault, message: request === '' ? message : `${message} (request ${request})` };
}

/**
 * Classifies an `Error` message, after which Deepgram closes the connection, mostly with 1008. The error is final
 * unless it is known to be transient or has no content.
 */
export function classifyDeepgramError(message: JsonObject): WireFault {
  const code = asText(message['code']) || asText(message['err_code']);
  const description = asText(message['description']) || asText(message['err_msg']) || asText(message['message']);
  const text = [code, description].filter((part) => part !== '').join(': ');
  if (text === '') return { kind: 'retry', message: 'an error without a description' };
  return { kind: parseFaultKind(text) ?? (PASSING.test(text) ? 'retry' : 'final'), message: text };
}

/** Transient errors: server faults, overload and silence. */
const PASSING =
  /inactiv|time-?d?.?out|internal|unavailable|overload|capacity|too.many|rate.?limit|temporar|try.again|server|network/iu;

/** NET: timeouts on either side, retried. DATA, MESSAGE, BIG: the server cannot read what was sent, final. */
function parseFaultKind(text: string): WireFault['kind'] | undefined {
  if (/net-?000\d/iu.test(text)) return 'retry';
  return /(?:data|message|big)-?000\d/iu.test(text) ? 'final' : undefined;
}

/** Parses the description and code of a `Warning`. */
export function parseWarning(message: JsonObject): string {
  const description =
    asText(message['description']) || asText(message['warn_msg']) || 'a warning without a description';
  const code = asText(message['code']) || asText(message['warn_code']) || asNumber(message['code']);
  return code === null ? description : `${description} (${code})`;
}
