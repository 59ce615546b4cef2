import type { FastifyRequest } from 'fastify';

/** Not a decorator, because the app may have one of the same name. */
const bodies = new WeakMap<FastifyRequest, string>();

/** Keeps the unparsed body, so that it can be forwarded. */
export function keepBody(request: FastifyRequest, body: string): void {
  bodies.set(request, body);
}

/** Returns the unparsed body of a request; empty if the request has none. */
export function bodyOf(request: FastifyRequest): string {
  return bodies.get(request) ?? '';
}
