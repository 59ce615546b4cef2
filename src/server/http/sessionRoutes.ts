import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Address } from '../addresses/address.ts';
import { requireOwn, requireReadable, type SessionRequest } from './accessCall.ts';
import { requireScope } from '../callers/requestCaller.ts';
import type { CallRecord, LiveCall } from '../calls/call.ts';
import type { FoundSession } from '../checkpoints/checkpoints.ts';
import { requireJoinable } from '../calls/requireJoinable.ts';
import type { StartSessionResponse } from '../../core/sessionRequests.ts';
import { NodeAnswer } from '../cluster/nodeClient.ts';
import { passToOwners, sendAnswer } from '../cluster/sendAnswer.ts';
import { callerLeft } from './callerLeft.ts';
import { tokenKindOf } from '../protocols/linePaths.ts';
import { toSessionResource, toStartSessionResponse, toSuspendedResource } from './resources.ts';
import { tokenRequest } from './schemas.ts';
import { startSession, type SessionServices } from './startSession.ts';
import { validateBody } from '../problems/validate.ts';

export interface SessionRoutesOptions extends SessionServices {
  readonly address: Address;
}

/** Registers the routes that start, show, join and end sessions, in a scope that identifies its callers. */
export function registerSessionRoutes(scope: FastifyInstance, services: SessionRoutesOptions): void {
  const { calls, tokens, address, routing, takeOvers } = services;
  if (routing !== undefined) passToOwners(scope, (id) => calls.find(id) !== undefined, routing);
  scope.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  const describe = async (call: LiveCall, request: FastifyRequest): Promise<StartSessionResponse> =>
    toStartSessionResponse(call, address, request, await tokens.issue(call.id, tokenKindOf(call)));
  /** Finds a session, by its checkpoint if its server has died. */
  const find = async (request: SessionRequest): Promise<CallRecord | FoundSession | undefined> => {
    requireScope(request, 'sessions:start', 'sessions:read');
    const { id } = request.params;
    return calls.find(id) ?? takeOvers?.find(id);
  };

  const start = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const left = callerLeft(reply);
    const call = await startSession(request, services, left);
    if (call instanceof NodeAnswer) return sendAnswer(call, reply);
    const started = await describe(call, request);
    // Nobody has the token, and nobody can request the session again.
    if (left.aborted && request.headers['idempotency-key'] === undefined) call.close('disconnected');
    return reply
      .code(201)
      .header('location', address.pathOf(`/v1/sessions/${call.id}`))
      .send(started);
  };
  scope.post('/v1/sessions', start);
  scope.post('/startSession', start);

  scope.post('/v1/sessions/:id/token', async (request: SessionRequest) => {
    const { id } = request.params;
    const found = requireOwn(await find(request), request);
    const { body = {} } = request;
    validateBody(tokenRequest, body);
    if (!isSuspended(found)) return describe(requireJoinable(calls.findLive(id)), request);
    const resource = toSuspendedResource(id, found, address, request);
    return {
      ...resource,
      transport: { ...resource.transport, token: await tokens.issue(id, tokenKindOf(found), found.node) },
    };
  });

  scope.get('/v1/sessions/:id', async (request: SessionRequest) => {
    const found = requireReadable(await find(request), request);
    if (isSuspended(found)) return toSuspendedResource(request.params.id, found, address, request);
    return toSessionResource(found, address, request);
  });

  scope.delete('/v1/sessions/:id', async (request: SessionRequest, reply) => {
    const { id } = request.params;
    const found = requireOwn(await find(request), request);
    if (isSuspended(found)) await takeOvers?.end(id, found);
    else calls.findLive(id)?.close('ended_by_api');
    return reply.code(204).send();
  });
}

function isSuspended(found: CallRecord | FoundSession): found is FoundSession {
  return 'checkpoint' in found;
}
