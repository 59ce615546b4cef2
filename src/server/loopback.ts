import { isIPv4 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** Whether only this machine can reach a host of this name. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(?<address>.*)\]$/u, '$<address>');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/**
 * A hook that lets in requests which are addressed to this machine. Without it, a page of anywhere could give its own name
 * the address 127.0.0.1, and would then count as a page of ours.
 */
export function checkHost(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  done(isLoopback(request.hostname) ? undefined : new Problem('forbidden'));
}
