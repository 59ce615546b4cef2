import type { WireFault } from '../../src/core/wire/fault.ts';
import { asObject, asText } from '../../src/core/wire/json.ts';
import type { JsonObject } from '../../src/core/wire/json.ts';

/** What an event says went wrong. */
export interface RealtimeError {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  /** The id of our event that it answers; `''` where it answers none. */
  readonly eventId: string;
}

export function errorEvent(event: JsonObject): RealtimeError {
  const error = asObject(event['error']) ?? {};
  const [type, code] = [asText(error['type']), asText(error['code'])];
  const message = asText(error['message']) || code || type || 'an error without a message';
  return { type, code, message, eventId: asText(error['event_id']) };
}

/**
 * What an `error` event means for the connection. Null: nothing, "most errors are recoverable and the session will stay
 * open". While the session is being set up none is: nothing but our settings can be meant.
 */
export function faultOfError(
  { type, code, message }: RealtimeError,
  phase: 'setting up' | 'serving',
): WireFault | null {
  const kind = KINDS.get(code);
  if (kind !== undefined) return { kind, message };
  if (phase === 'serving') return null;
  return { kind: type === 'server_error' ? 'retry' : 'final', message };
}

const KINDS: ReadonlyMap<string, WireFault['kind']> = new Map([
  ['session_expired', 'expired'],
  ['rate_limit_exceeded', 'retry'],
  ['insufficient_quota', 'final'],
  ['invalid_api_key', 'final'],
  ['model_not_found', 'final'],
  ['invalid_model', 'final'],
  ['unknown_parameter', 'final'],
  ['invalid_value', 'final'],
] as const);
