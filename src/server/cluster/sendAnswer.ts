import type { FastifyReply } from 'fastify';
import type { NodeAnswer } from './nodeClient.ts';

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
