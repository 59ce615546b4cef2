import type { FastifyRequest } from 'fastify';

/** Returns the bearer credential of a request (RFC 6750). */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(?<key>[\w.~+/-]+=*)$/iu.exec(headers.authorization ?? '')?.groups?.['key'];
}
