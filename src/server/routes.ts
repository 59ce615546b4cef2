import type { FastifyInstance } from 'fastify';
import { pagePathsOf, registerPeerRoutes, type Peers } from './adapters/peers.ts';
import { createAddress } from './addresses/address.ts';
import { createHostCheck } from './addresses/checkHost.ts';
import type { PublicUrl } from './addresses/publicUrl.ts';
import { keepBody, createRequestHops } from './cluster/requestHops.ts';
import { signAnswers } from './cluster/signAnswers.ts';
import { createRouting } from './cluster/routing.ts';
import type { ClusterNode } from './cluster/clusterNode.ts';
import { identifyCallers, type Identification } from './callers/requestCaller.ts';
import { countStarts, registerMetricsRoute } from './metrics/metricsRoute.ts';
import type { ServerMetrics } from './metrics/serverMetrics.ts';
import type { RecordingHealth } from './observer/recordingHealth.ts';
import { registerDocsRoute } from './docs/docsRoute.ts';
import { recordBody } from './idempotency/keyedRequest.ts';
import { registerMediaRoute } from './http/mediaRoute.ts';
import { checkReadiness } from './http/readiness.ts';
import { createOpenApi } from './docs/openapi.ts';
import { createOriginCheck, leaveCorsOfApp, registerPreflight } from './http/origin.ts';
import { registerApiHeaders } from './http/securityHeaders.ts';
import { sendError } from './problems/sendError.ts';
import { registerSessionRoutes } from './http/sessionRoutes.ts';
import type { SessionServices } from './http/startSession.ts';
import { checkUpgrade } from './http/upgrades.ts';

const BODY_LIMIT = 65_536;
/** The paths that pages of other origins may request. */
const SESSION_PATHS = ['/v1/sessions', '/v1/sessions/:id', '/v1/sessions/:id/token', '/startSession'];

export interface RoutesOptions extends SessionServices {
  readonly metrics: ServerMetrics;
  readonly identification: Omit<Identification, 'rates'>;
  readonly allowedOrigins: readonly string[];
  readonly publicUrl?: PublicUrl | undefined;
  readonly peers: Peers;
  /** The maximum number of sessions. */
  readonly maxSessions: number;
  /** The state of the recordings. @default the server does not record its sessions */
  readonly recordings?: RecordingHealth | undefined;
  /** This server as a node. @default the server is not a node */
  readonly node?: ClusterNode | undefined;
}

/** Registers all routes in an encapsulated scope: its hooks and parsers do not affect the host app. */
export async function registerRoutes(scope: FastifyInstance, options: RoutesOptions): Promise<void> {
  const { identification, allowedOrigins, publicUrl, metrics, peers, node, maxSessions, recordings, ...given } =
    options;
  const address = createAddress(publicUrl, scope.prefix, node?.url);
  const hops = node && createRequestHops(node.hops, scope.prefix);
  const routing = node && hops && createRouting({ node, hops, client: node.client, sockets: node.sockets });
  const services = { ...given, routing };
  const { calls, rates } = services;
  const isOfNode = (origin: string): boolean =>
    node !== undefined && (origin === publicUrl?.origin || node.isOrigin(origin));
  const document = createOpenApi(scope.prefix, services.protocols.startSessionRequest, {
    ...peers,
    returns: services.takeOvers !== undefined,
  });
  await registerApiHeaders(scope, publicUrl);
  leaveCorsOfApp(scope);
  useJson(scope);
  countStarts(scope, metrics);
  scope.setErrorHandler(sendError);
  scope.addHook('onRequest', createHostCheck(address, 'probes'));
  scope.addHook('onRequest', createOriginCheck(allowedOrigins, address, isOfNode));
  scope.addHook('onRequest', checkUpgrade);
  if (hops !== undefined) signAnswers(scope, hops);
  if (allowedOrigins.length > 0) registerPreflight(scope, [...SESSION_PATHS, ...pagePathsOf(peers)]);
  scope.get('/healthz', () => ({ healthy: true }));
  scope.get('/readyz', () => checkReadiness(calls, node, recordings));
  await scope.register(async (open) => {
    open.addHook('onRequest', async (request) => rates.countAnonymous(request));
    open.get('/openapi.json', () => document);
    registerDocsRoute(open, document);
  });
  registerMediaRoute(scope, services);
  await registerPeerRoutes(scope, peers, {
    ...services,
    identification: { ...identification, rates },
    hops,
    nodeUrl: node?.url,
    address,
    allowedOrigins,
    maxSessions,
  });
  await scope.register(async (guarded) => {
    identifyCallers(guarded, { ...identification, rates, takeHop: hops?.take });
    guarded.addHook('preHandler', async (request) => hops?.checkBody(request));
    registerSessionRoutes(guarded, { ...services, address });
    registerMetricsRoute(guarded, metrics);
  });
}

/** Sets the JSON parser and serialiser, regardless of those of the host app. An empty body becomes `undefined`. */
function useJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (request, body, done) => {
      recordBody(request, body);
      keepBody(request, body);
      return body === '' ? done(null, undefined) : parse(request, body, done);
    },
  );
  scope.setReplySerializer((payload) => JSON.stringify(payload));
}
