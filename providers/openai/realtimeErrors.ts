import type { WireFault } from '../../src/wire/fault.ts';
import { asObject, asText } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';

/** What an event says went wrong. */
export interface RealtimeError {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  /** The id of our event that it answers; `''` where it answers none. */
  readonly eventId: string;
}

export function parseErrorEvent(event: JsonObject): RealtimeError {
  const error = asObject(event['error']) ?? {};
  const [type, code] = [asText(error['type']), asText(error['code'])];
  const message = asText(error['message']) || code || type || 'an error without a message';
  return { type, code, message, eventId: asText(error['event_id']) };
}

/**
 * What an `error` event means for the connection. Null: nothing, for the session stays open after all errors but those in
 * `ENDING`. While the session is being set up, any error ends it: nothing but our settings can be meant.
 */
export function classifyRealtimeError(
  { type, code, message }: RealtimeError,
  phase: 'setting up' | 'serving',
): WireFault | null {
  const kind = ENDING_ERRORS.get(code) ?? ENDING_ERRORS.get(type);
  if (kind !== undefined) return { kind, message };
  if (phase === 'serving') return null;
  return { kind: type === 'server_error' || code === 'rate_limit_exceeded' ? 'retry' : 'final', message };
}

/** Errors after which a session cannot go on, by their code or their type. */
const ENDING_ERRORS: ReadonlyMap<string, WireFault['kind']> = new Map([
  ['session_expired', 'expired'],
  ['invalid_api_key', 'final'],
  ['insufficient_quota', 'final'],
  ['billing_hard_limit_reached', 'final'],
  ['billing_not_active', 'final'],
  ['account_deactivated', 'final'],
  ['unsupported_country_region_territory', 'final'],
  ['model_not_found', 'final'],
] as const);
