import type { FastifyRequest } from 'fastify';
import { AntiphonError } from '../../core/errors.ts';
import { Problem } from '../problem.ts';
import type { Scope } from '../../keys/scope.ts';
import type { Authenticate, Caller } from './caller.ts';
import { parseCaller } from './parseCaller.ts';

/** Not a decorator: the app may have one of the same name. */
const callers = new WeakMap<FastifyRequest, Caller>();

/** Creates a hook that finds out who makes a request. Those of nobody are refused with `unauthorized`. */
export function createIdentification(
  authenticate: Authenticate,
  refuse: (request: FastifyRequest, error: unknown) => never,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const caller = await authenticateSafely(authenticate, request);
    if (caller === undefined) return refuse(request, new Problem('unauthorized'));
    callers.set(request, parseCaller(caller));
  };
}

/** Returns the caller of a request. @throws AntiphonError `internal` for a route where callers are not identified */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller !== undefined) return caller;
  throw new AntiphonError('internal', `the callers of ${request.routeOptions.url} are not identified`);
}

/** Returns the caller of a request if it has one of the scopes. @throws Problem `forbidden` */
export function requireScope(request: FastifyRequest, ...oneOf: readonly Scope[]): Caller {
  const caller = callerOf(request);
  if (oneOf.some((scope) => caller.scopes.includes(scope))) return caller;
  throw new Problem('forbidden', [], undefined, `It needs the scope ${oneOf.join(' or ')}.`);
}

/** An error of the app says nothing to the caller, whatever status it has. */
async function authenticateSafely(authenticate: Authenticate, request: FastifyRequest): Promise<unknown> {
  try {
    return await authenticate(request);
  } catch (cause) {
    throw new Problem('internal', [], cause);
  }
}
