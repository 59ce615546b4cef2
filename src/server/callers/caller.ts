import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { SCOPES, type ApiKey } from '../../keys/apiKey.ts';
import { AntiphonError } from '../../core/errors.ts';
import { callerFields } from '../../keys/parseApiKeys.ts';
import { describeExpected, formatPath } from '../../core/issues.ts';

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

const schema: z.ZodType<Caller, Caller> = z.object(callerFields());

/** Checks the result of an app's `authenticate`. @throws AntiphonError `usage_invalid` */
export function parseCaller(value: unknown): Caller {
  const parsed = schema.safeParse(value, { error: describeExpected });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${formatPath(path)}: expected ${message}`);
  throw new AntiphonError('usage_invalid', `authenticate must return a caller or undefined; ${faults.join('; ')}`);
}

/** Returns the bearer credential of a request (RFC 6750). */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(?<key>[\w.~+/-]+=*)$/iu.exec(headers.authorization ?? '')?.groups?.['key'];
}
