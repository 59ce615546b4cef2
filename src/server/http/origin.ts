import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AntiphonError } from '../../core/errors.ts';
import type { Address } from '../addresses/address.ts';
import { Problem } from '../problem.ts';

/**
 * Creates a hook that accepts requests without an origin (programs), from the server's own pages, and from pages of the
 * allowed origins, which may also read the response. Origins are compared whole: scheme, host and port. Browsers send the origin
 * with every request that has an effect. `isOfNode`: whether it is the address of the service, or of another of its nodes, whose pages are its own.
 * A page that another node has redirected to the address of a WebSocket has the origin `null`; it may read whether the session is there.
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

/** Whether the request may come from a page that another node has redirected. One that opens a WebSocket is not redirected. */
function isRedirected({ method, ws, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' && !ws && 'answersRedirected' in routeOptions.config;
}

/** Takes the routes of a scope out of the @fastify/cors of an app, which would answer their preflights by the app's rules. */
export function leaveCorsOfApp(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = Object.assign({}, route.config, { cors: false });
  });
}

/** The last is sent by @openai/agents-realtime. */
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, x-openai-agents-sdk';

/** Answers the preflight requests of other origins. The origin has been checked by then. */
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
