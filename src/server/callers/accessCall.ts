import type { FastifyRequest } from 'fastify';
import type { CallRecord } from '../calls/call.ts';
import type { Calls } from '../calls/calls.ts';
import { Problem } from '../problem.ts';
import { requireScope } from './requestCaller.ts';

/** A request with a session id in its path. */
export type SessionRequest = FastifyRequest<{ Params: { readonly id: string } }>;

/** Finds the session of a request, whoever makes it. @throws Problem `session_not_found` */
export function requireCall(calls: Calls, { params }: SessionRequest): CallRecord {
  const call = calls.find(params.id);
  if (call === undefined) throw new Problem('session_not_found');
  return call;
}

/**
 * Finds a session that the caller may see: its own with `sessions:start`, any with `sessions:read`. That of another caller is
 * answered as one that does not exist.
 *
 * @throws Problem `forbidden`, `session_not_found`
 */
export function requireReadableCall(calls: Calls, request: SessionRequest): CallRecord {
  const { name, scopes } = requireScope(request, 'sessions:start', 'sessions:read');
  const call = requireCall(calls, request);
  const isOwn = call.owner === name && scopes.includes('sessions:start');
  if (isOwn || scopes.includes('sessions:read')) return call;
  throw new Problem('session_not_found');
}

/**
 * Finds a session that the caller may change: its own. That of another is `forbidden` to those who may see it.
 *
 * @throws Problem `forbidden`, `session_not_found`
 */
export function requireOwnCall(calls: Calls, request: SessionRequest): CallRecord {
  const { name } = requireScope(request, 'sessions:start');
  const call = requireReadableCall(calls, request);
  if (call.owner === name) return call;
  throw new Problem('forbidden', [], undefined, 'The session belongs to another caller.');
}
