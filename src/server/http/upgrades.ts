import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

type Hook = (request: FastifyRequest, reply: unknown, done: (error?: Error) => void) => void;

/** Creates a hook that refuses a WebSocket where there is none: it would be opened, and closed at once. `only`: the route that has one. */
export function createUpgradeCheck(only?: string): Hook {
  return ({ ws, routeOptions }, _reply, done) =>
    done(ws && routeOptions.url !== only ? new Problem('not_found') : undefined);
}
