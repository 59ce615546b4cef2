import { isIPv4 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** Checks whether a host name is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(?<address>.*)\]$/u, '$<address>');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/** Refuses requests whose host is not loopback: a foreign page could point its own host name to 127.0.0.1 (DNS rebinding). */
export function checkHost(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  done(isLoopback(request.hostname) ? undefined : new Problem('host_not_allowed'));
}
