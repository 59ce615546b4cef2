import type { FastifyInstance } from 'fastify';
import type { Calls } from '../calls/calls.ts';
import { Problem } from '../problem.ts';
import type { Tokens } from '../tokens.ts';
import { answerError } from './errors.ts';
import { speakJson } from './json.ts';
import { mediaRoute } from './mediaRoute.ts';
import { openapi } from './openapi.ts';
import { allowPreflight, checkOrigin } from './origin.ts';
import { sessionRoutes } from './sessionRoutes.ts';

export interface RoutesOptions {
  readonly calls: Calls;
  readonly tokens: Tokens;
  readonly allowedOrigins: readonly string[];
}

/** All routes of a server, in a scope of their own: nothing that is set here reaches the app around it. */
export function routes(scope: FastifyInstance, { calls, tokens, allowedOrigins }: RoutesOptions): void {
  const described = openapi(scope.prefix);
  speakJson(scope);
  scope.setErrorHandler(answerError);
  scope.addHook('onRequest', checkOrigin(allowedOrigins));
  if (allowedOrigins.length > 0) allowPreflight(scope, ['/v1/sessions', '/v1/sessions/:id', '/startSession']);
  scope.get('/healthz', () => ({ healthy: true }));
  scope.get('/readyz', () => {
    if (calls.closing) throw new Problem('draining');
    return { ready: true };
  });
  scope.get('/openapi.json', () => described);
  sessionRoutes(scope, calls, tokens);
  mediaRoute(scope, calls, tokens);
}
