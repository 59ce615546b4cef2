import { faultOfEnd, type WireFault } from '../../src/wire/fault.ts';
import { asText, type JsonObject } from '../../src/wire/json.ts';
import type { SocketEnd } from '../../src/wire/socket.ts';

/** The pause that Speechmatics asks for after some errors, in ms. */
const RETRY_AFTER_MS = 5000;

/** Classifies an `Error` message, after which Speechmatics closes the connection. */
export function classifySpeechmaticsError(message: JsonObject): WireFault {
  const [type, reason] = [asText(message['type']) || 'unknown_error', asText(message['reason'])];
  return createFault(type, reason === '' ? type : `${type}: ${reason}`);
}

/** Classifies the end of a connection. The reason of Speechmatics' own close codes is the type of the error. */
export function classifySpeechmaticsEnd(end: SocketEnd, nowMs: number): WireFault {
  const fault = faultOfEnd(end, nowMs);
  if (end.refused !== undefined) return fault;
  const type = CLOSE_CODES[end.code] ?? end.reason;
  return KNOWN.test(type) ? createFault(type, fault.message) : fault;
}

function createFault(type: string, message: string): WireFault {
  if (EXPIRED.test(type)) return { kind: 'expired', message };
  if (PAUSED.test(type)) return { kind: 'retry', message, retryAfterMs: RETRY_AFTER_MS };
  return { kind: FINAL.test(type) ? 'final' : 'retry', message };
}

/** https://docs.speechmatics.com/api-ref/realtime-transcription-websocket#websocket-errors */
const CLOSE_CODES: Readonly<Record<number, string>> = {
  4001: 'not_authorised',
  4003: 'not_allowed',
  4004: 'invalid_model',
  4005: 'quota_exceeded',
  4006: 'timelimit_exceeded',
  4013: 'job_error',
};

const EXPIRED = /^(?:idle_timeout|session_timeout)$/u;
const PAUSED = /^(?:quota_exceeded|job_error|internal_error)$/u;
const FINAL = /^(?:invalid_\w+|not_authorised|not_allowed|protocol_error|timelimit_exceeded)$/u;
const KNOWN = new RegExp(`${EXPIRED.source}|${PAUSED.source}|${FINAL.source}`, 'u');
