import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

type Hook = (request: FastifyRequest, reply: unknown, done: (error?: Error) => void) => void;

/** The `config` of a route that accepts WebSockets. */
export const TAKES_SOCKETS = { takesSockets: true } as const;

/** The `config` of a route that pages request after another node has redirected them. */
export const ANSWERS_REDIRECTED = { answersRedirected: true } as const;

/**
 * Refuses a WebSocket upgrade on a route without WebSockets, which would otherwise be opened and closed at once. Use it
 * as a hook.
 */
export const checkUpgrade: Hook = ({ ws, routeOptions }, _reply, done) =>
  done(ws && !('takesSockets' in routeOptions.config) ? new Problem('not_found') : undefined);
