import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from '../../callers/caller.ts';
import { createIdentify, identifyCallers, requireScope, withScope } from '../../callers/requestCaller.ts';
import { checkHandshake } from '../../http/upgrades.ts';
import { admitReturning, joinAtOnce, registerSocketRoute } from '../../http/lineRoutes.ts';
import { createReturns, type Accept } from '../../http/returns.ts';
import { validateBody } from '../../problems/validate.ts';
import { Problem } from '../../problems/problem.ts';
import { addSdkError } from './addSdkError.ts';
import { realtime } from './realtime.ts';
import {
  secretRequest,
  isSecret,
  readQuery,
  REALTIME_PATH,
  refuseSecret,
  startRealtime,
  type RealtimeRoutesOptions,
} from './startRealtime.ts';
import { registerCallRoutes } from './realtimeCalls.ts';
import { checkIntent, registerUnsupported, type SocketQuery } from './unsupported.ts';

/** The prefix of the subprotocol in which browsers send their client secrets. */
const KEY_PREFIX = 'openai-insecure-api-key.';
/** Client secrets are session tokens: each lets one client join within 60 s. */
const SECRET_LIFETIME_S = 60;

/**
 * Registers `GET /v1/realtime`, a WebSocket for clients with an API key of this server or a client secret, `POST
 * /v1/realtime/client_secrets`, and `POST /v1/realtime/calls`. The routes are in an encapsulated scope, whose errors
 * the official clients can read.
 */
export async function registerRealtimeRoutes(scope: FastifyInstance, options: RealtimeRoutesOptions): Promise<void> {
  scope.addHook('onSend', addSdkError);
  registerUnsupported(scope);
  const identify = createIdentify(scope, options.identification);
  const { updates } = options.settings;
  const returns = createReturns({ adapter: realtime, updates }, options);
  const admit = async (request: RealtimeRequest, reply: FastifyReply): Promise<Accept> => {
    if (request.ws) checkIntent(request);
    const secret = secretOf(request);
    if (secret !== undefined) return admitReturning(request, reply, secret, realtime.protocol, { ...options, returns });
    if (!request.ws) throw new Problem('upgrade_required');
    checkHandshake(request.headers);
    const caller = withScope(await identify(request, reply), 'sessions:start');
    const call = await startRealtime(caller, readQuery(request.query), reply, options);
    const invitation = await returns.invite(call.id);
    return joinAtOnce(request, call, () => returns.admit(call, invitation));
  };
  registerSocketRoute(scope, REALTIME_PATH, options.rates, admit);
  await scope.register(async (guarded) => {
    guarded.addHook('onRequest', refuseSecret);
    identifyCallers(guarded, options.identification);
    guarded.post(`${REALTIME_PATH}/client_secrets`, (request, reply) => createSecret(request, reply, options));
  });
  await scope.register(async (calls) => registerCallRoutes(calls, options));
}

type RealtimeRequest = FastifyRequest<{ Querystring: SocketQuery }>;

/** Starts a session, and returns the secret with which one client can join it. */
async function createSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  options: RealtimeRoutesOptions,
): Promise<object> {
  const caller = requireScope(request, 'sessions:start');
  const { session = {} } = validateBody(secretRequest, request.body ?? {});
  const call = await startRealtime(caller, session, reply, options);
  const value = await options.tokens.issue(call.id, 'line');
  void reply.header('cache-control', 'no-store');
  const expires_at = Math.floor(call.createdAt.getTime() / 1000) + SECRET_LIFETIME_S;
  return {
    value,
    expires_at,
    session: { type: 'realtime', object: 'realtime.session', id: call.id, model: 'antiphon' },
  };
}

/** Finds the client secret of a request. Browsers can only send it as a subprotocol. */
function secretOf(request: FastifyRequest): string | undefined {
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((protocol) => protocol.trim()) ?? [];
  const key = offered.find((protocol) => protocol.startsWith(KEY_PREFIX))?.slice(KEY_PREFIX.length);
  return [key, bearerOf(request)].find(isSecret);
}
