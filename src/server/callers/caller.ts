import type { FastifyRequest } from 'fastify';
import type { ApiKey } from '../../keys/apiKey.ts';
import { SCOPES } from '../../keys/scope.ts';

/**
 * The identity that makes a request, and its permissions. A caller owns the sessions that it starts, by its name, which
 * the log contains.
 */
export type Caller = Omit<ApiKey, 'hash'>;

export interface AuthenticateContext {
  /**
   * Fires when nobody waits for the answer any more: after `authenticate_timeout`, or when the caller has left or the
   * server closes.
   */
  readonly signal: AbortSignal;
}

/**
 * Returns the caller of a request, or undefined, which is answered with 401. Errors are logged and answered with 500.
 */
export type Authenticate = (
  request: FastifyRequest,
  context: AuthenticateContext,
) => Caller | undefined | Promise<Caller | undefined>;

/** The caller of every request if the server does not identify callers. */
export const ANYONE: Caller = { name: 'anyone', scopes: SCOPES };
