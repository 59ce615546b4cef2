/**
 * Every problem code with its HTTP status and meaning. Codes are stable: programs may switch on them.
 *
 * @example
 * ```ts
 * import { PROBLEMS } from 'antiphon/server';
 *
 * console.log(PROBLEMS.rate_limited.status); // 429
 * ```
 */
export const PROBLEMS = {
  session_elsewhere: { status: 307, detail: 'The session is on another node; Location has its address.' },
  invalid_json: { status: 400, detail: 'The body is not JSON.' },
  bad_request: { status: 400, detail: 'The request is not valid HTTP.' },
  protocol_not_offered: { status: 400, detail: 'Sec-WebSocket-Protocol must offer antiphon.v1.' },
  idempotency_key_invalid: {
    status: 400,
    detail: 'Idempotency-Key must be a single key of 1 to 255 ASCII characters.',
  },
  unauthorized: { status: 401, detail: 'The request has no valid credentials.' },
  token_invalid: { status: 401, detail: 'The token is missing, wrong, or belongs to another session or server.' },
  token_expired: { status: 401, detail: 'The token has expired: a client must join within 60 s.' },
  token_used: { status: 401, detail: 'The token has already been used: it lets one client join, once.' },
  forbidden: { status: 403, detail: 'The caller may not do this.' },
  host_not_allowed: {
    status: 403,
    detail: 'This server does not serve the host in the request.',
  },
  origin_not_allowed: { status: 403, detail: 'Pages of this origin may not use this server.' },
  not_found: { status: 404, detail: 'There is nothing at this address.' },
  session_not_found: { status: 404, detail: 'Session not found.' },
  method_not_allowed: {
    status: 405,
    detail: 'This address does not support the method; Allow lists the supported ones.',
  },
  request_timeout: { status: 408, detail: 'The request did not arrive in time.' },
  session_already_connected: { status: 409, detail: 'A client has already joined this session.' },
  session_ended: { status: 409, detail: 'The session has ended.' },
  idempotency_conflict: {
    status: 409,
    detail: 'The session started with this Idempotency-Key has already been joined or has ended.',
  },
  payload_too_large: { status: 413, detail: 'The body is larger than 64 KiB.' },
  unsupported_media_type: { status: 415, detail: 'The body must be application/json.' },
  expectation_failed: { status: 417, detail: 'The only expectation that this server supports is 100-continue.' },
  invalid_request: { status: 422, detail: 'The request breaks a rule; `errors` names each place.' },
  config_invalid: {
    status: 422,
    detail: 'configure_session returned a config that breaks a rule; `errors` names each.',
  },
  provider_unavailable: { status: 422, detail: 'A provider that the config names cannot be used; `errors` names it.' },
  idempotency_key_reused: { status: 422, detail: 'This Idempotency-Key was already used with a different body.' },
  upgrade_required: { status: 426, detail: 'This address accepts only WebSocket connections.' },
  rate_limited: { status: 429, detail: 'The caller has made too many requests.' },
  key_concurrency_exceeded: { status: 429, detail: 'The caller has reached its limit of concurrent sessions.' },
  headers_too_large: { status: 431, detail: 'The request headers are larger than 16 KiB.' },
  internal: { status: 500, detail: 'The server failed.' },
  not_supported: { status: 501, detail: 'This server does not support this part of the API.' },
  webrtc_not_available: {
    status: 501,
    detail: 'This server does not accept clients over WebRTC: its option `webrtc` is not set.',
  },
  handler_failed: { status: 502, detail: "The agent's configure_session failed." },
  at_capacity: { status: 503, detail: 'The server has reached its limit of concurrent sessions.' },
  overloaded: { status: 503, detail: 'The server is too busy for another session.' },
  draining: { status: 503, detail: 'The server is shutting down.' },
  directory_unavailable: {
    status: 503,
    detail:
      'The session directory does not answer, and another node may have this session or have used this Idempotency-Key.',
  },
  node_unavailable: { status: 503, detail: 'The node that has this session does not answer.' },
  authenticate_timeout: { status: 504, detail: 'The server could not identify the caller in time.' },
  configure_timeout: { status: 504, detail: "The agent's configure_session took too long." },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** An invalid part of a request: its location as a JSON Pointer, and a description. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/** The body of an error response: RFC 9457 with a stable `code`. */
export interface ProblemBody {
  readonly type: 'about:blank';
  /** The reason phrase of the HTTP status. */
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly Fault[] | undefined;
}

/** Refuses a request with a code of `PROBLEMS`. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
  readonly code: ProblemCode;
  readonly errors: readonly Fault[];
  /** When to retry, in seconds. */
  readonly retryAfterS: number;

  constructor(
    code: ProblemCode,
    errors: readonly Fault[] = [],
    cause?: unknown,
    detail: string = PROBLEMS[code].detail,
    retryAfterS = 5,
  ) {
    super(detail, cause === undefined ? undefined : { cause });
    this.code = code;
    this.errors = errors;
    this.retryAfterS = retryAfterS;
  }
}
