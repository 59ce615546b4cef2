import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.ts';
import type { Address } from './address.ts';
import { isLoopback } from './publicUrl.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Paths that load balancers request with any host. They reveal nothing about callers. */
const OF_PROBES = /\/(?:healthz|readyz)$/u;

/**
 * Creates a hook that refuses requests for other hosts, because a foreign page could point its own host name at this
 * server (DNS rebinding).
 */
export function createHostCheck(address: Address, exempt: 'probes' | 'none'): Hook {
  return (request, _reply, done) => {
    const isProbe = exempt === 'probes' && OF_PROBES.test(request.routeOptions.url ?? '');
    if (isProbe || address.isServed(request)) return done();
    done(new Problem(request.headers.host === undefined ? 'bad_request' : 'host_not_allowed'));
  };
}

/** The headers that proxies add to a request. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Checks whether a request comes directly from this machine, without a proxy. */
export function isFromHere({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const { remoteAddress } = socket;
  const isLocal = remoteAddress === undefined || isLoopback(remoteAddress.replace(/^::ffff:/u, ''));
  return isLocal && !isForwarded(headers);
}

function isForwarded(headers: FastifyRequest['headers']): boolean {
  return OF_PROXIES.some((name) => headers[name] !== undefined);
}

/** Refuses requests that a proxy has forwarded: even if the proxy runs on this machine, the sender does not. */
export function refuseForwarded(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const detail = 'This server does not identify its callers, so it refuses requests that come through a proxy.';
  done(isForwarded(request.headers) ? new Problem('host_not_allowed', [], undefined, detail) : undefined);
}
