import type { FastifyRequest } from 'fastify';
import type { CallRecord } from '../calls/call.ts';
import type { Calls } from '../calls/calls.ts';
import { Problem } from '../problems/problem.ts';
import { requireScope } from '../callers/requestCaller.ts';

/** A request with a session id in its path. */
export type SessionRequest = FastifyRequest<{ Params: { readonly id: string } }>;

/** Finds the session of a request, regardless of the caller. @throws Problem `session_not_found` */
export function requireCall(calls: Calls, { params }: SessionRequest): CallRecord {
  const call = calls.find(params.id);
  if (call === undefined) throw new Problem('session_not_found');
  return call;
}

/** A resource that belongs to the caller who started it. */
export interface Owned {
  readonly owner: string;
}

/**
 * Returns the resource if its caller may read it: with `sessions:start` its own, with `sessions:read` any. A resource
 * of another caller is reported as not found.
 *
 * @throws Problem `forbidden`, `session_not_found`
 */
export function requireReadable<Found extends Owned>(found: Found | undefined, request: FastifyRequest): Found {
  const { name, scopes } = requireScope(request, 'sessions:start', 'sessions:read');
  const isOwn = found?.owner === name && scopes.includes('sessions:start');
  if (found !== undefined && (isOwn || scopes.includes('sessions:read'))) return found;
  throw new Problem('session_not_found');
}

/**
 * Returns the resource if it belongs to the caller. A caller that may read another caller's resource receives
 * `forbidden`.
 *
 * @throws Problem `forbidden`, `session_not_found`
 */
export function requireOwn<Found extends Owned>(found: Found | undefined, request: FastifyRequest): Found {
  const { name } = requireScope(request, 'sessions:start');
  const own = requireReadable(found, request);
  if (own.owner === name) return own;
  throw new Problem('forbidden', [], undefined, 'The session belongs to another caller.');
}

/** Finds a session that the caller may change. @throws Problem `forbidden`, `session_not_found` */
export function requireOwnCall(calls: Calls, request: SessionRequest): CallRecord {
  return requireOwn(calls.find(request.params.id), request);
}
