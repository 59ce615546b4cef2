import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Not a decorator, because the app may have one of the same name. */
const digests = new WeakMap<FastifyRequest, string>();

/** Records the digest of the body for a request with a key. */
export function recordBody(request: FastifyRequest, body: string): void {
  if (request.headers['idempotency-key'] === undefined || body === '') return;
  digests.set(request, createHash('sha256').update(body).digest('base64'));
}

/** Returns the digest of the unparsed body of a request; an empty string if the request has none. */
export function bodyDigestOf(request: FastifyRequest): string {
  return digests.get(request) ?? '';
}
