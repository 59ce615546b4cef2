import type { FastifyInstance } from 'fastify';
import type { SessionRequest } from '../callers/accessCall.ts';
import { callerOf } from '../callers/requestCaller.ts';
import type { Calls } from '../calls/calls.ts';
import type { Routing } from './routing.ts';
import { sendAnswer } from './sendAnswer.ts';

/** Forwards a scope's requests for sessions that this server does not know to the nodes that own them. */
export function passToOwners(scope: FastifyInstance, calls: Pick<Calls, 'find'>, routing: Routing): void {
  scope.addHook('preHandler', async (request, reply) => {
    const { id } = request.params as Partial<SessionRequest['params']>;
    if (id === undefined || calls.find(id) !== undefined) return undefined;
    const answer = await routing.toOwner(request, id, callerOf(request));
    return answer === undefined ? undefined : sendAnswer(answer, reply);
  });
}
