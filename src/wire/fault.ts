import { AntiphonError } from '../core/errors.ts';
import type { AntiphonErrorDetails } from '../core/errors.ts';
import type { SocketEnd } from './socket.ts';

/** What went wrong on the way to a provider, and what that means for another attempt. */
export interface WireFault {
  /**
   * `final`: no attempt can succeed · `retry`: another may, after a while · `expired`: the connection's time is up; another
   * at once, which does not count as an attempt.
   */
  readonly kind: 'final' | 'retry' | 'expired';
  /** For people, once it is `discreet`: as the provider put it, it may be long, and repeat the key. */
  readonly message: string;
  /** The HTTP status, where there is one. */
  readonly status?: number | undefined;
  /** How long the provider asks to be left alone, in ms. */
  readonly retryAfterMs?: number | undefined;
}

/** How an end of a connection that was not asked for is taken, where the provider has no rule of its own. */
export function faultOfEnd({ code, reason, refused }: SocketEnd, nowMs: number): WireFault {
  if (refused !== undefined) return faultOfStatus(refused.status, refused.headers, refused.body, nowMs);
  const message = reason === '' ? `the connection ended with ${code}` : `the connection ended with ${code}: ${reason}`;
  return { kind: FINAL_CODES.has(code) ? 'final' : 'retry', message };
}

/** Protocol error, unsupported data, invalid payload, policy violation, message too big. */
const FINAL_CODES: ReadonlySet<number> = new Set([1002, 1003, 1007, 1008, 1009]);

/**
 * How a refusing HTTP status is taken: 408, 409, 425, 429 and 5xx may be tried again, nothing else; `x-should-retry` says
 * otherwise. An account without credit is refused for good, although that comes as a 429.
 *
 * @param headers names in lower case
 * @param nowMs Unix time in ms, for a `Retry-After` that is a date
 */
export function faultOfStatus(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  nowMs: number,
): WireFault {
  const isRetried = RETRIED.has(status) || status >= 500;
  const kind = isSpent(body) ? 'final' : (asked(headers['x-should-retry']) ?? (isRetried ? 'retry' : 'final'));
  const told = messageOf(body);
  const message = told === '' ? `HTTP ${status}` : `HTTP ${status}: ${told}`;
  return { kind, message, status, retryAfterMs: retryAfterMs(headers, nowMs) };
}

const RETRIED: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Whether a refusal means that the account has no credit, or is closed. */
function isSpent(body: string): boolean {
  return SPENT.test(body);
}

const SPENT =
  /"(?:code|type)"\s*:\s*"(?:insufficient_quota|billing_hard_limit_reached|billing_not_active|account_deactivated)"/u;

/** What OpenAI and its like say to their own clients. */
function asked(shouldRetry: string | undefined): WireFault['kind'] | undefined {
  if (shouldRetry === 'true') return 'retry';
  return shouldRetry === 'false' ? 'final' : undefined;
}

const JSON_ESCAPE = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/gu;

/** The message that providers put into their JSON, in whichever place; else the whole body. */
function messageOf(body: string): string {
  const found = /"(?:message|err_msg|error_description|detail|description|title)"\s*:\s*"((?:[^"\\]|\\.)*)"/u.exec(
    body,
  );
  // Each by itself: a body that was cut or is no JSON has them, too.
  const text = (found?.[1] ?? body).replaceAll(JSON_ESCAPE, (escape) => JSON.parse(`"${escape}"`));
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const inMs = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (inMs >= 0) return inMs;
  const after = headers['retry-after'] ?? '';
  const seconds = /^\s*\d+(?:\.\d+)?\s*$/u.test(after) ? Number.parseFloat(after) : Number.NaN;
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/** The error that reports a provider's complaint. */
export function createWarning(provider: string, message: string): AntiphonError {
  return new AntiphonError('provider_warning', `${provider}: ${message}`, { provider, failure: false });
}

/** The error that people see: `provider_refused` where no attempt can succeed, else `provider_failed`. */
export function errorOf(provider: string, fault: WireFault, details: AntiphonErrorDetails = {}): AntiphonError {
  const code = fault.kind === 'final' ? 'provider_refused' : 'provider_failed';
  return new AntiphonError(code, `${provider}: ${fault.message}`, { ...details, provider, status: fault.status });
}
