import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

type Hook = (request: FastifyRequest, reply: unknown, done: (error?: Error) => void) => void;

/** The `config` of a route that takes WebSockets. */
export const TAKES_SOCKETS = { takesSockets: true } as const;

/** The `config` of a route that pages ask after another node has redirected them. */
export const ANSWERS_REDIRECTED = { answersRedirected: true } as const;

/** A hook that refuses a WebSocket where there is none: it would be opened, and closed at once. */
export const checkUpgrade: Hook = ({ ws, routeOptions }, _reply, done) =>
  done(ws && !('takesSockets' in routeOptions.config) ? new Problem('not_found') : undefined);
