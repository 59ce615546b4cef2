import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.ts';

const MAX_CHARS = 255;

/** Matches a string of a structured field (RFC 9651), as specified by the draft of the header. */
const QUOTED = /^"(?<value>(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/u;

/** Matches what clients send instead: visible ASCII without characters that could separate two keys. */
const BARE = /^[\x21\x23-\x2b\x2d-\x7e]+$/u;

/**
 * Parses the Idempotency-Key header: a quoted string or a bare word, which are equivalent. Returns undefined if it is
 * missing.
 *
 * @throws Problem `idempotency_key_invalid`, which does not contain the value
 */
export function parseIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = typeof header === 'string' ? unquote(header) : undefined;
  if (key !== undefined && key !== '' && key.length <= MAX_CHARS) return key;
  throw new Problem('idempotency_key_invalid');
}

function unquote(header: string): string | undefined {
  const value = QUOTED.exec(header)?.groups?.['value'];
  if (value !== undefined) return value.replaceAll(/\\(["\\])/gu, '$1');
  return BARE.test(header) ? header : undefined;
}

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
