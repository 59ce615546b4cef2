import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.ts';

/** Matches 16 bytes in base64. */
const KEY = /^[\w+/]{22}==$/u;

/** Matches an HTTP token. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/u;

/**
 * Checks a handshake before the client's token is used, because ws checks it only afterwards, and a failed handshake
 * must not use up the token.
 *
 * @throws Problem `bad_request`
 */
export function checkHandshake(headers: IncomingHttpHeaders): void {
  if (headers.upgrade?.toLowerCase() !== 'websocket') refuse('Upgrade must be websocket.');
  const version = headers['sec-websocket-version'];
  if (version !== '13' && version !== '8') refuse('Sec-WebSocket-Version must be 13.');
  if (!KEY.test(headers['sec-websocket-key'] ?? '')) refuse('Sec-WebSocket-Key must be 16 bytes in base64.');
  const offered = headers['sec-websocket-protocol']?.split(',').map((protocol) => protocol.trim()) ?? [];
  if (new Set(offered).size < offered.length || !offered.every((protocol) => TOKEN.test(protocol)))
    refuse('Sec-WebSocket-Protocol must be a list of distinct tokens.');
}

/**
 * Checks that the client is still waiting for the answer: ws opens no WebSocket on a socket that is closed or
 * half-closed.
 *
 * @throws Problem `bad_request`
 */
export function checkOpen({ socket }: Pick<FastifyRequest, 'socket'>): void {
  if (!socket.readable || !socket.writable) refuse('The client has closed its connection.');
}

function refuse(detail: string): never {
  throw new Problem('bad_request', [], undefined, detail);
}

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
