import type { FastifyInstance } from 'fastify';
import type { Calls } from '../calls/calls.ts';
import { Problem } from '../problem.ts';
import type { Tokens } from '../tokens.ts';
import { sendError } from './sendError.ts';
import { useJson } from './json.ts';
import { registerMediaRoute } from './mediaRoute.ts';
import { createOpenApi } from './openapi.ts';
import { registerPreflight, createOriginCheck } from './origin.ts';
import { registerSessionRoutes } from './sessionRoutes.ts';

export interface RoutesOptions {
  readonly calls: Calls;
  readonly tokens: Tokens;
  readonly allowedOrigins: readonly string[];
}

/** All routes of a server, in a scope of their own: nothing that is set here reaches the app around it. */
export function registerRoutes(scope: FastifyInstance, { calls, tokens, allowedOrigins }: RoutesOptions): void {
  const described = createOpenApi(scope.prefix);
  useJson(scope);
  scope.setErrorHandler(sendError);
  scope.addHook('onRequest', createOriginCheck(allowedOrigins));
  if (allowedOrigins.length > 0) registerPreflight(scope, ['/v1/sessions', '/v1/sessions/:id', '/startSession']);
  scope.get('/healthz', () => ({ healthy: true }));
  scope.get('/readyz', () => {
    if (calls.isClosing) throw new Problem('draining');
    return { ready: true };
  });
  scope.get('/openapi.json', () => described);
  registerSessionRoutes(scope, calls, tokens);
  registerMediaRoute(scope, calls, tokens);
}
