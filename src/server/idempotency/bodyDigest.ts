import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Not a decorator: the app may have one of the same name. */
const digests = new WeakMap<FastifyRequest, string>();

/** Keeps the digest of a body for a request with a key. */
export function recordBody(request: FastifyRequest, body: string): void {
  if (request.headers['idempotency-key'] === undefined || body === '') return;
  digests.set(request, createHash('sha256').update(body).digest('base64'));
}

/** Returns the digest of the body of a request, as it was sent; an empty string if there is none. */
export function bodyDigestOf(request: FastifyRequest): string {
  return digests.get(request) ?? '';
}
