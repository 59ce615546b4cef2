import { setMaxListeners } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AntiphonError } from '../../core/errors.ts';
import { Problem } from '../problems/problem.ts';
import type { Scope } from '../../keys/apiKey.ts';
import { type Authenticate, type Caller, parseCaller } from './caller.ts';
import type { Rates } from './rates.ts';
import { runAuthenticate, type AuthenticateLimits } from './runAuthenticate.ts';

/** Not a decorator, because the app may have one of the same name. */
const callers = new WeakMap<FastifyRequest, Caller>();

export interface Identification extends Pick<AuthenticateLimits, 'timeoutMs' | 'scheduler'> {
  readonly authenticate: Authenticate;
  readonly rates: Pick<Rates, 'refuse'>;
  /** Accepts a request that another node has forwarded, together with its caller. @default there are no other nodes */
  readonly takeHop?: ((request: FastifyRequest) => Promise<{ readonly caller: unknown } | undefined>) | undefined;
}

/**
 * Identifies the caller of a request.
 *
 * @throws (rejects with) Problem `unauthorized`, and the errors of `runAuthenticate`
 */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;

/** Creates the function that identifies callers. It stops waiting when the scope closes. */
export function createIdentify(
  scope: FastifyInstance,
  { authenticate, rates, takeHop, ...times }: Identification,
): Identify {
  const closing = new AbortController();
  // One listener for each waiting request.
  setMaxListeners(0, closing.signal);
  scope.addHook('preClose', async () => closing.abort());
  const limits = { ...times, closing: closing.signal };
  return async (request, reply) => {
    const hop = await takeHop?.(request).catch((error: unknown) => rates.refuse(request, error));
    if (hop !== undefined) return parseCaller(hop.caller);
    const caller = await runAuthenticate(authenticate, limits, request, reply);
    if (caller === undefined) return rates.refuse(request, new Problem('unauthorized'));
    return parseCaller(caller);
  };
}

/** Identifies the caller of each request in a scope. Requests without a caller are refused with `unauthorized`. */
export function identifyCallers(scope: FastifyInstance, identification: Identification): void {
  const identify = createIdentify(scope, identification);
  scope.addHook('onRequest', async (request, reply) => {
    callers.set(request, await identify(request, reply));
  });
}

/** Returns the caller of a request. @throws AntiphonError `internal` on a route that does not identify callers */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller !== undefined) return caller;
  throw new AntiphonError('internal', `the route ${request.routeOptions.url} does not identify its callers`);
}

/** Returns the caller of a request if it has one of the scopes. @throws Problem `forbidden` */
export function requireScope(request: FastifyRequest, ...oneOf: readonly Scope[]): Caller {
  return withScope(callerOf(request), ...oneOf);
}

/** Returns the caller if it has one of the scopes. @throws Problem `forbidden` */
export function withScope(caller: Caller, ...oneOf: readonly Scope[]): Caller {
  if (oneOf.some((scope) => caller.scopes.includes(scope))) return caller;
  throw new Problem('forbidden', [], undefined, `The caller needs the scope ${oneOf.join(' or ')}.`);
}
