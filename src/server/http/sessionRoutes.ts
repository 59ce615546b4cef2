import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireOwnCall, requireReadableCall, type SessionRequest } from '../callers/accessCall.ts';
import { requireScope } from '../callers/requestCaller.ts';
import type { Calls } from '../calls/calls.ts';
import type { Tokens } from '../tokens.ts';
import { callerLeft } from './callerLeft.ts';
import { toSessionResource, toStartSessionResponse } from './resources.ts';
import { startSessionRequest } from './schemas.ts';
import { validateBody } from './validate.ts';

/** Registers the routes that start, show and end sessions, in a scope that identifies its callers. */
export function registerSessionRoutes(scope: FastifyInstance, calls: Calls, tokens: Tokens): void {
  const base = `${scope.prefix}/v1/sessions`;
  scope.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });

  const start = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = requireScope(request, 'sessions:start');
    const { body = {} } = request;
    const { custom_data, transport, max_duration } = validateBody(startSessionRequest, body);
    const left = callerLeft(reply);
    const call = await calls.start({ caller, custom_data, audio: transport.audio, max_duration }, left);
    void call.ended.then(() => tokens.forget(call.id));
    const token = await tokens.issue(call.id);
    // Nobody has the token.
    if (left.aborted) call.close('disconnected');
    return reply
      .code(201)
      .header('location', `${base}/${call.id}`)
      .send(toStartSessionResponse(call, base, request, token));
  };
  scope.post('/v1/sessions', start);
  scope.post('/startSession', start);

  scope.get('/v1/sessions/:id', async (request: SessionRequest) =>
    toSessionResource(requireReadableCall(calls, request), base, request),
  );

  scope.delete('/v1/sessions/:id', async (request: SessionRequest, reply) => {
    const { id } = requireOwnCall(calls, request);
    calls.findLive(id)?.close('ended_by_api');
    return reply.code(204).send();
  });
}
