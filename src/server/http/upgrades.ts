import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

type Hook = (request: FastifyRequest, reply: unknown, done: (error?: Error) => void) => void;

/** Creates a hook that refuses a WebSocket where there is none: it would be opened, and closed at once. `only`: the routes that have one. */
export function createUpgradeCheck(...only: readonly string[]): Hook {
  return ({ ws, routeOptions }, _reply, done) =>
    done(ws && !only.includes(routeOptions.url ?? '') ? new Problem('not_found') : undefined);
}
