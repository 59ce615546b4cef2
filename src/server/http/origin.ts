import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AntiphonError } from '../../core/errors.ts';
import { Problem } from '../problem.ts';

/**
 * A hook that lets in programs, the server's own pages, and pages of the origins named; the latter may also read what they
 * get. Browsers send the origin of a page with every request that can do something; programs send none.
 *
 * @throws AntiphonError `usage_invalid` for what is no origin
 */
export function createOriginCheck(
  allowed: readonly string[],
): (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void {
  for (const origin of allowed) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new AntiphonError(
        'usage_invalid',
        `allowed_origins: expected origins such as https://example.com, got ${origin}`,
      );
  }
  return (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || isOwn(origin, request)) return done();
    if (!allowed.includes(origin)) return done(new Problem('origin_not_allowed'));
    void reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', 'location');
    void reply.header('vary', 'origin');
    done();
  };
}

/** Answers what a browser asks before a page of another origin may send JSON. `checkOrigin` has judged by then. */
export function registerPreflight(scope: FastifyInstance, paths: readonly string[]): void {
  for (const path of paths) {
    scope.options(path, (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'GET, POST, DELETE',
          'access-control-allow-headers': 'content-type',
        })
        .send(),
    );
  }
}

/** By host: behind a proxy that speaks TLS, the scheme is not the one that we see. */
function isOwn(origin: string, { host }: FastifyRequest): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
