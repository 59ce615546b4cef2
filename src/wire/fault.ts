import { AntiphonError, type AntiphonErrorDetails } from '../core/errors.ts';
import type { SocketEnd } from './socket.ts';

/** A failure of a provider or of the connection to it, and whether another attempt makes sense. */
export interface WireFault {
  /**
   * `final`: no attempt can succeed · `retry`: another may succeed after a pause · `expired`: the connection is used
   * up; another is opened at once, which does not count as an attempt.
   */
  readonly kind: 'final' | 'retry' | 'expired';
  /** The provider's own message, which may be long and repeat the key. Show it to people only after `redactFault`. */
  readonly message: string;
  /** The HTTP status, if there is one. */
  readonly status?: number | undefined;
  /** The pause requested by the provider, in ms. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Classifies an unexpected end of a connection if the wire has no `faultOf` of its own.
 *
 * @example
 * ```ts
 * import { faultOfEnd, type SocketEnd, type WireFault } from 'antiphon/providers';
 *
 * // `faultOf` of a wire whose server closes with 4001 when its session is used up.
 * export const faultOf = (end: SocketEnd, nowMs: number): WireFault =>
 *   end.code === 4001 ? { kind: 'expired', message: end.reason } : faultOfEnd(end, nowMs);
 * ```
 */
export function faultOfEnd({ code, reason, refused }: SocketEnd, nowMs: number): WireFault {
  if (refused !== undefined) return faultOfStatus(refused.status, refused.headers, refused.body, nowMs);
  const message = reason === '' ? `the connection ended with ${code}` : `the connection ended with ${code}: ${reason}`;
  return { kind: FINAL_CODES.has(code) ? 'final' : 'retry', message };
}

/** Final close codes: protocol error, unsupported data, invalid payload, policy violation, message too big. */
const FINAL_CODES: ReadonlySet<number> = new Set([1002, 1003, 1007, 1008, 1009]);

/**
 * Classifies a refusing HTTP status. 408, 409, 425, 429 and 5xx may be retried, and all others are final, unless the
 * header `x-should-retry` overrides that. An account without credit is final even though its status is 429.
 *
 * @example
 * ```ts
 * import { faultOfStatus } from 'antiphon/providers';
 *
 * console.log(faultOfStatus(429, { 'retry-after': '2' }, '{"message":"slow down"}', Date.now()));
 * // { kind: 'retry', message: 'HTTP 429: slow down', status: 429, retryAfterMs: 2000 }
 * ```
 *
 * @param headers with lower-case names
 * @param nowMs Unix time in ms, for a `Retry-After` that is a date
 */
export function faultOfStatus(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  nowMs: number,
): WireFault {
  const isRetried = RETRIED.has(status) || status >= 500;
  const kind = ACCOUNT_BLOCKED.test(body)
    ? 'final'
    : (parseShouldRetry(headers['x-should-retry']) ?? (isRetried ? 'retry' : 'final'));
  const reason = findMessage(body);
  const message = reason === '' ? `HTTP ${status}` : `HTTP ${status}: ${reason}`;
  return { kind, message, status, retryAfterMs: parseRetryAfter(headers, nowMs) };
}

const RETRIED: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Messages for an account that has no credit or is closed. */
const ACCOUNT_BLOCKED =
  /"(?:code|type)"\s*:\s*"(?:insufficient_quota|billing_hard_limit_reached|billing_not_active|account_deactivated)"/u;

/** Parses a header that OpenAI and compatible servers send for their own clients. */
function parseShouldRetry(shouldRetry: string | undefined): WireFault['kind'] | undefined {
  if (shouldRetry === 'true') return 'retry';
  return shouldRetry === 'false' ? 'final' : undefined;
}

const JSON_ESCAPE = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/gu;

/** Finds the message in a provider's JSON at any depth. Otherwise returns the whole body. */
function findMessage(body: string): string {
  const found = /"(?:message|err_msg|error_description|detail|description|title)"\s*:\s*"((?:[^"\\]|\\.)*)"/u.exec(
    body,
  );
  // Unescapes one by one, because a body that was truncated or is not JSON also contains escapes.
  const text = (found?.[1] ?? body).replaceAll(JSON_ESCAPE, (escape) => JSON.parse(`"${escape}"`));
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** Parses `retry-after-ms`, or `retry-after` in seconds or as a date. */
function parseRetryAfter(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const inMs = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (inMs >= 0) return inMs;
  const after = headers['retry-after'] ?? '';
  const seconds = /^\s*\d+(?:\.\d+)?\s*$/u.test(after) ? Number.parseFloat(after) : Number.NaN;
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/** Creates the error that reports a provider's warning. */
export function createWarning(provider: string, message: string): AntiphonError {
  return new AntiphonError('provider_warning', `${provider}: ${message}`, { provider, failure: false });
}

/** Creates the error of a fault: `provider_refused` if it is final, otherwise `provider_failed`. */
export function errorOf(provider: string, fault: WireFault, details: AntiphonErrorDetails = {}): AntiphonError {
  const code = fault.kind === 'final' ? 'provider_refused' : 'provider_failed';
  return new AntiphonError(code, `${provider}: ${fault.message}`, { ...details, provider, status: fault.status });
}
