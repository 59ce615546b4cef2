import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { LiveCall } from '../../calls/call.ts';
import { bearerOf } from '../../callers/bearerOf.ts';
import type { Caller } from '../../callers/caller.ts';
import {
  createIdentify,
  identifyCallers,
  requireScope,
  withScope,
  type Identification,
} from '../../callers/requestCaller.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { checkHandshake } from '../../http/checkHandshake.ts';
import { admitLine, joinAtOnce, registerSocketRoute, type Accept } from '../../http/lineRoutes.ts';
import { defaultFormats } from '../../http/schemas.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { validateBody } from '../../http/validate.ts';
import { Problem } from '../../problem.ts';
import { realtime } from './realtime.ts';
import type { RealtimeSettings } from './realtimeOptions.ts';

export interface RealtimeRoutesOptions extends SessionServices {
  readonly settings: RealtimeSettings;
  readonly identification: Identification;
}

const PATH = '/v1/realtime';
/** Prefix of the subprotocol in which a browser sends its client secret. */
const KEY_PREFIX = 'openai-insecure-api-key.';
/** Prefix of client secrets. */
const SECRET_PREFIX = 'ek_';
/** Client secrets are tokens of the session: they let one client join within 60 s. */
const SECRET_LIFETIME_S = 60;
const AUDIO = defaultFormats(realtime.capabilities.audio);

const secretRequest: z.ZodType<SecretRequest> = z.object({
  expires_after: z
    .object({ anchor: z.literal('created_at').optional(), seconds: z.int().min(10).max(7200).optional() })
    .optional(),
  session: z
    .looseObject({ model: z.string().max(256).optional(), metadata: z.record(z.string(), z.unknown()).optional() })
    .optional(),
});

interface SecretRequest {
  readonly session?: Wanted | undefined;
}

/** What `configure_session` gets of a session. */
interface Wanted {
  readonly model?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Registers `GET /v1/realtime`, a WebSocket for clients with an API key of this server or a client secret, and `POST
 * /v1/realtime/client_secrets`, in an encapsulated scope.
 */
export async function registerRealtimeRoutes(scope: FastifyInstance, options: RealtimeRoutesOptions): Promise<void> {
  const identify = createIdentify(scope, options.identification);
  const admit = async (request: RealtimeRequest, reply: FastifyReply): Promise<Accept> => {
    const secret = secretOf(request);
    if (secret !== undefined) return admitLine(request, secret, realtime.protocol, options);
    if (!request.ws) throw new Problem('upgrade_required');
    checkHandshake(request.headers);
    const caller = withScope(await identify(request, reply), 'sessions:start');
    return joinAtOnce(request, await start(caller, request.query, reply, options));
  };
  registerSocketRoute(scope, PATH, options.rates, admit);
  await scope.register(async (guarded) => {
    identifyCallers(guarded, options.identification);
    guarded.post(`${PATH}/client_secrets`, (request, reply) => createSecret(request, reply, options));
  });
}

type RealtimeRequest = FastifyRequest<{ Querystring: { readonly model?: string } }>;

async function start(
  caller: Caller,
  { model, metadata = {} }: Wanted,
  reply: FastifyReply,
  { calls, rates, settings }: RealtimeRoutesOptions,
): Promise<LiveCall> {
  rates.countStart(caller);
  const custom_data = { provider: 'realtime', ...(model === undefined ? {} : { model }), metadata };
  const wanted = { caller, custom_data, audio: AUDIO, adapter: realtime, max_duration: settings.maxDurationS };
  return calls.start(wanted, callerLeft(reply));
}

/** Starts a session, and returns the secret with which one client can join it. */
async function createSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  options: RealtimeRoutesOptions,
): Promise<object> {
  const caller = requireScope(request, 'sessions:start');
  const { session = {} } = validateBody(secretRequest, request.body ?? {});
  const call = await start(caller, session, reply, options);
  const value = await options.tokens.issue(call.id, 'line');
  void reply.header('cache-control', 'no-store');
  const expires_at = Math.floor(call.createdAt.getTime() / 1000) + SECRET_LIFETIME_S;
  return {
    value,
    expires_at,
    session: { type: 'realtime', object: 'realtime.session', id: call.id, model: 'antiphon' },
  };
}

/** Finds the client secret of a request: browsers can only send it as a subprotocol. */
function secretOf(request: FastifyRequest): string | undefined {
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((protocol) => protocol.trim()) ?? [];
  const key = offered.find((protocol) => protocol.startsWith(KEY_PREFIX))?.slice(KEY_PREFIX.length);
  return [key, bearerOf(request)].find((token) => token?.startsWith(SECRET_PREFIX));
}
