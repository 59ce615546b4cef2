import { faultOfEnd } from '../../src/wire/fault.ts';
import type { WireFault } from '../../src/wire/fault.ts';
import { asText } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { SocketEnd } from '../../src/wire/socket.ts';

/**
 * How Deepgram's ends are taken. Its own codes, which stand in the reason, count for more than the close code, which
 * changed over the years; a refusal tells in `dg-error` what its body need not.
 */
export function classifyDeepgramEnd(end: SocketEnd, nowMs: number): WireFault {
  const fault = faultOfEnd(end, nowMs);
  if (end.refused === undefined) return { ...fault, kind: parseFaultKind(end.reason) ?? fault.kind };
  const { 'dg-error': error = '', 'dg-request-id': request = '' } = end.refused.headers;
  const told = error === '' || fault.message.includes(error) ? fault.message : `${fault.message}: ${error}`;
  return { ...fault, message: request === '' ? told : `${told} (request ${request})` };
}

/** What an `Error` message of the server means. */
export function classifyDeepgramError(message: JsonObject): WireFault {
  const code = asText(message['code']) || asText(message['err_code']);
  const description = asText(message['description']) || asText(message['err_msg']) || asText(message['message']);
  const told = [code, description].filter((part) => part !== '').join(': ') || 'an error without a description';
  return { kind: parseFaultKind(told) ?? 'retry', message: told };
}

/** NET: time-outs on either side. DATA, MESSAGE, BIG: what was sent cannot be read, and would not be another time. */
function parseFaultKind(told: string): WireFault['kind'] | undefined {
  if (/net-?000\d/iu.test(told)) return 'retry';
  return /(?:data|message|big)-?000\d/iu.test(told) ? 'final' : undefined;
}
