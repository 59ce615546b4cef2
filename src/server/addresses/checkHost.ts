import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { Address } from './address.ts';
import { isLoopback } from './loopback.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Paths that load balancers ask for under any name. They tell nothing about callers. */
const OF_PROBES = /\/(?:healthz|readyz)$/u;

/** Creates a hook that refuses requests for other hosts: a foreign page could point its own host name here (DNS rebinding). */
export function createHostCheck(address: Address, exempt: 'probes' | 'none'): Hook {
  return (request, _reply, done) => {
    const isProbe = exempt === 'probes' && OF_PROBES.test(request.routeOptions.url ?? '');
    if (isProbe || address.isServed(request)) return done();
    done(new Problem(request.headers.host === undefined ? 'bad_request' : 'host_not_allowed'));
  };
}

/** What proxies add to a request. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a request comes from this machine, and through no proxy. */
export function isFromHere({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const { remoteAddress } = socket;
  const isLocal = remoteAddress === undefined || isLoopback(remoteAddress.replace(/^::ffff:/u, ''));
  return isLocal && !isForwarded(headers);
}

function isForwarded(headers: FastifyRequest['headers']): boolean {
  return OF_PROXIES.some((name) => headers[name] !== undefined);
}

/** Refuses requests that a proxy has passed on: who sent them is not on this machine, though the proxy may be. */
export function refuseForwarded(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const detail = 'This server does not know its callers, and answers none that come through a proxy.';
  done(isForwarded(request.headers) ? new Problem('host_not_allowed', [], undefined, detail) : undefined);
}
