import type { FastifyReply, FastifyInstance } from 'fastify';
import type { NodeAnswer } from './nodeClient.ts';
import { callerOf } from '../callers/requestCaller.ts';
import type { Routing } from './routing.ts';

/** The headers that are copied from another node's answer. The other headers are set by this server. */
const HEADERS = ['content-type', 'cache-control', 'location', 'retry-after', 'www-authenticate', 'upgrade'] as const;

/** Not a decorator, because the app may have one of the same name. */
const passedOn = new WeakSet<FastifyReply>();

/** Checks whether a reply is the answer of another node. */
export function isPassedOn(reply: FastifyReply): boolean {
  return passedOn.has(reply);
}

/** Sends the answer of another node. */
export function sendAnswer({ status, headers, body }: NodeAnswer, reply: FastifyReply): FastifyReply {
  passedOn.add(reply);
  for (const name of HEADERS) if (headers[name] !== undefined) void reply.header(name, headers[name]);
  return reply.code(status).send(body.length === 0 ? undefined : body);
}

/** Forwards a scope's requests for sessions that this server does not know to the nodes that own them. */
export function passToOwners(scope: FastifyInstance, isHere: (session: string) => boolean, routing: Routing): void {
  scope.addHook('preHandler', async (request, reply) => {
    const { id } = request.params as { readonly id?: string };
    if (id === undefined || isHere(id)) return undefined;
    const answer = await routing.toOwner(request, id, callerOf(request));
    return answer === undefined ? undefined : sendAnswer(answer, reply);
  });
}
