import type { WireFault } from '../../src/wire/fault.ts';
import { asNumber, asText, type JsonObject } from '../../src/wire/json.ts';

/** Returns whether the message is an error, after which Soniox closes the connection. */
export function isError(message: JsonObject): boolean {
  return asNumber(message['error_code']) !== null || asText(message['error_type']) !== '';
}

/**
 * Classifies an error. A stream that Soniox ends, because it is too old or for reasons of its own, is replaced at once.
 * Limits, time-outs and faults of the server are retried; everything else is final.
 */
export function classifySonioxError(message: JsonObject): WireFault {
  const status = asNumber(message['error_code']) ?? undefined;
  const type = asText(message['error_type']);
  const text = asText(message['error_message']) || type || 'an error without a description';
  const request = asText(message['request_id']);
  const isPassing = status === 408 || status === 429 || status === undefined || status >= 500;
  return {
    kind: isEndOfStream(type, text) ? 'expired' : isPassing ? 'retry' : 'final',
    message: request === '' ? text : `${text} (request ${request})`,
    status,
  };
}

/** `max_duration_reached` after 300 minutes, and "Cannot continue request (code N). Please restart the request." */
function isEndOfStream(type: string, text: string): boolean {
  return type === 'max_duration_reached' || /cannot continue request/iu.test(text);
}
