import type { WireFault } from '../../../src/wire/fault.ts';
import { asText, type JsonObject } from '../../../src/wire/json.ts';

/**
 * Parses an error, after which Scribe closes the connection; null for other messages. `message_type` is its code, or
 * `error`, in which case the text may be the code.
 */
export function parseScribeError(message: JsonObject): WireFault | null {
  const type = asText(message['message_type']);
  const text = asText(message['error']) || asText(message['message']);
  if (!ERROR.test(type) && asText(message['error']) === '') return null;
  const code = type === 'error' && ERROR.test(text) ? text : type;
  return { kind: classify(code), message: text === '' || text === code ? code : `${code}: ${text}` };
}

function classify(code: string): WireFault['kind'] {
  if (FINAL.test(code)) return 'final';
  return EXPIRED.test(code) ? 'expired' : 'retry';
}

const FINAL = /^(?:auth_error|quota_exceeded|unaccepted_terms|input_error|invalid_request|chunk_size_exceeded)/u;
const EXPIRED = /^(?:session_time_limit_exceeded|insufficient_audio_activity)/u;
const RETRIED = /^(?:error$|rate_limited|queue_overflow|resource_exhausted|transcriber_error)/u;
const ERROR = new RegExp(`${FINAL.source}|${EXPIRED.source}|${RETRIED.source}`, 'u');
