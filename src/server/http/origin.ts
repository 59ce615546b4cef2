import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AntiphonError } from '../../core/errors.ts';
import type { Address } from '../addresses/address.ts';
import { Problem } from '../problems/problem.ts';

/**
 * Creates a hook that accepts requests without an origin (from programs), from the server's own pages, and from pages
 * of the allowed origins, which may also read the response. Origins are compared as a whole: scheme, host and port.
 * Browsers send the origin with every request that has an effect. `isOfNode` checks whether an origin belongs to the
 * service or to another of its nodes, whose pages count as the server's own. A page that another node has redirected to
 * a WebSocket address has the origin `null`; it may read whether the session exists.
 *
 * @throws AntiphonError `usage_invalid` for a string that is not an origin
 */
export function createOriginCheck(
  allowed: readonly string[],
  address: Address,
  isOfNode: (origin: string) => boolean = () => false,
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
    if (origin === undefined || origin === address.originOf(request)) return done();
    if (origin === 'null' && isRedirected(request)) {
      void reply.header('access-control-allow-origin', '*');
      return done();
    }
    if (!allowed.includes(origin) && !isOfNode(origin)) return done(new Problem('origin_not_allowed'));
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', 'location, retry-after');
    void reply.header('vary', 'origin');
    done();
  };
}

/**
 * Checks whether the request may come from a page that another node has redirected. Requests that open a WebSocket are
 * never redirected.
 */
function isRedirected({ method, ws, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' && !ws && 'answersRedirected' in routeOptions.config;
}

/**
 * Excludes the routes of a scope from the app's @fastify/cors, which would answer their preflights by the app's rules.
 */
export function leaveCorsOfApp(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = Object.assign({}, route.config, { cors: false });
  });
}

/** The headers that pages may send. @openai/agents-realtime sends the last one. */
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, x-openai-agents-sdk';

/** Answers the preflight requests of other origins, which the origin check has already accepted. */
export function registerPreflight(scope: FastifyInstance, paths: readonly string[]): void {
  for (const path of paths) {
    scope.options(path, (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'GET, POST, DELETE',
          'access-control-allow-headers': ALLOWED_HEADERS,
          'access-control-max-age': '600',
        })
        .send(),
    );
  }
}
