import { faultOfEnd, type WireFault } from '../../src/wire/fault.ts';
import { asNumber, asText, type JsonObject } from '../../src/wire/json.ts';
import type { SocketEnd } from '../../src/wire/socket.ts';

/** Codes of errors and of the closes that follow them. Other codes of this API are final. */
const RETRIED: ReadonlySet<number> = new Set([3005, 3007, 3009, 4029, 4102]);
/** The session has reached its limit of 3 hours, or has been idle for too long. */
const EXPIRED: ReadonlySet<number> = new Set([3008, 4008, 4010, 4031]);

/** Classifies an `Error` message. AssemblyAI then closes the connection with the same code. */
export function classifyAssemblyAiError(message: JsonObject): WireFault {
  const code = asNumber(message['error_code']);
  const text = asText(message['error']) || 'an error without a description';
  if (code === null) return { kind: 'retry', message: text };
  return { kind: classifyCode(code, text), message: `${text} (${code})` };
}

/** Classifies the end of a connection without an `Error` message. */
export function classifyAssemblyAiEnd(end: SocketEnd, nowMs: number): WireFault {
  const fault = faultOfEnd(end, nowMs);
  const isOwn = end.refused === undefined && (end.code === 1008 || (end.code >= 3000 && end.code < 5000));
  return isOwn ? { ...fault, kind: classifyCode(end.code, end.reason) } : fault;
}

function classifyCode(code: number, text: string): WireFault['kind'] {
  if (EXPIRED.has(code)) return 'expired';
  return RETRIED.has(code) || /too many concurrent/iu.test(text) ? 'retry' : 'final';
}
