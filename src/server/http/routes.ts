import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticate } from '../callers/caller.ts';
import { createIdentification } from '../callers/requestCaller.ts';
import { registerDocsRoute } from '../docs/docsRoute.ts';
import { recordBody } from '../idempotency/bodyDigest.ts';
import { Problem } from '../problem.ts';
import { registerMediaRoute } from './mediaRoute.ts';
import { createOpenApi } from './openapi.ts';
import { createOriginCheck, registerPreflight } from './origin.ts';
import { sendError } from './sendError.ts';
import { registerSessionRoutes } from './sessionRoutes.ts';
import type { SessionServices } from './startSession.ts';

const BODY_LIMIT = 65_536;
/** What pages of other origins may request. */
const SESSION_PATHS = ['/v1/sessions', '/v1/sessions/:id', '/v1/sessions/:id/token', '/startSession'];

export interface RoutesOptions extends SessionServices {
  readonly authenticate: Authenticate;
  readonly allowedOrigins: readonly string[];
}

/** Registers all routes in an encapsulated scope: its hooks and parsers do not reach the host app. */
export async function registerRoutes(scope: FastifyInstance, options: RoutesOptions): Promise<void> {
  const { calls, tokens, starts, authenticate, allowedOrigins } = options;
  const document = createOpenApi(scope.prefix);
  useJson(scope);
  scope.setErrorHandler(sendError);
  scope.addHook('onRequest', createOriginCheck(allowedOrigins));
  scope.addHook('onRequest', refuseUpgrades);
  if (allowedOrigins.length > 0) registerPreflight(scope, SESSION_PATHS);
  scope.get('/healthz', () => ({ healthy: true }));
  scope.get('/readyz', () => {
    const problem = calls.refusal();
    if (problem !== undefined) throw problem;
    return { ready: true };
  });
  scope.get('/openapi.json', () => document);
  registerDocsRoute(scope, document);
  registerMediaRoute(scope, calls, tokens);
  await scope.register(async (guarded) => {
    guarded.addHook('onRequest', createIdentification(authenticate));
    registerSessionRoutes(guarded, { calls, tokens, starts });
  });
}

/** Refuses a WebSocket where there is none: it would be opened, and closed at once. */
function refuseUpgrades({ ws, routeOptions }: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const isMedia = routeOptions.url?.endsWith('/media') === true;
  done(ws && !isMedia ? new Problem('not_found') : undefined);
}

/** Sets the JSON parser and serialiser, whatever the host app uses. An empty body is `undefined`. */
function useJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (request, body, done) => {
      recordBody(request, body);
      return body === '' ? done(null, undefined) : parse(request, body, done);
    },
  );
  scope.setReplySerializer((payload) => JSON.stringify(payload));
}
