import type { WireFault } from './fault.ts';
import { asObject, asText, type JsonObject } from './json.ts';

/** The error in an event. */
export interface RealtimeError {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  /** Id of our event that caused it; `''` if none did. */
  readonly eventId: string;
}

export function parseErrorEvent(event: JsonObject): RealtimeError {
  const error = asObject(event['error']) ?? {};
  const [type, code] = [asText(error['type']), asText(error['code'])];
  const message = asText(error['message']) || code || type || 'an error without a message';
  return { type, code, message, eventId: asText(error['event_id']) };
}

/**
 * Classifies an `error` event; null if the session continues, as after all errors except those in `ENDING_ERRORS`.
 * During set-up, every error is a fault, because only our settings can have caused it.
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

/** Errors that end a session, by code or type. */
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
