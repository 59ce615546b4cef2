import type { FastifyRequest } from 'fastify';

/** Not a decorator: the app may have one of the same name. */
const bodies = new WeakMap<FastifyRequest, string>();

/** Keeps a body as it was sent, so that it can be passed on. */
export function keepBody(request: FastifyRequest, body: string): void {
  bodies.set(request, body);
}

/** Returns the body of a request as it was sent; empty if there is none. */
export function bodyOf(request: FastifyRequest): string {
  return bodies.get(request) ?? '';
}
