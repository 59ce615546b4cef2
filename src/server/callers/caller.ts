import type { FastifyRequest } from 'fastify';
import type { ApiKey } from '../../keys/apiKey.ts';
import { SCOPES } from '../../keys/scope.ts';

/** Who makes a request, and what it may do. It owns the sessions that it starts, by its name, which is in the log. */
export type Caller = Omit<ApiKey, 'hash'>;

export interface AuthenticateContext {
  /** Fires when the answer is no longer waited for: after `authenticate_timeout`, or when the caller has left or the server closes. */
  readonly signal: AbortSignal;
}

/** Returns the caller of a request, or undefined if it has none: 401. What it throws is logged, and answered with 500. */
export type Authenticate = (
  request: FastifyRequest,
  context: AuthenticateContext,
) => Caller | undefined | Promise<Caller | undefined>;

/** The caller of each request where callers are not told apart. */
export const ANYONE: Caller = { name: 'anyone', scopes: SCOPES };
