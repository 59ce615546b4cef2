import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Address } from '../../addresses/address.ts';
import { identifyCallers, requireScope, type Identification } from '../../callers/requestCaller.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { lineRoute } from '../../protocols/linePaths.ts';
import { admitReturning, registerSocketRoute } from '../../http/lineRoutes.ts';
import { registerPreflight } from '../../http/origin.ts';
import { createReturns } from '../../http/returns.ts';
import { defaultFormats } from '../../protocols/formats.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { validateBody } from '../../problems/validate.ts';
import { PROTOCOL } from './events.ts';
import { createRtvi } from './rtvi.ts';
import type { RtviSettings } from './rtviOptions.ts';

export interface RtviRoutesOptions extends Omit<SessionServices, 'starts' | 'protocols'> {
  readonly settings: RtviSettings;
  readonly identification: Identification;
  readonly address: Address;
  readonly allowedOrigins: readonly string[];
}

/** The data with which a client connects. It accepts no other fields. */
interface Connection {
  readonly ws_url: string;
  readonly token: string;
}

const CONNECT = '/v1/rtvi/connect';
const body: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown());

/**
 * Registers `POST /v1/rtvi/connect`, which starts a session, and the WebSocket for its client, whose query contains the
 * token.
 */
export function registerRtviRoutes(scope: FastifyInstance, options: RtviRoutesOptions): void {
  const { calls, tokens, rates, settings, identification, address, allowedOrigins } = options;
  const adapter = createRtvi(settings);
  const audio = defaultFormats(adapter.capabilities.audio);
  if (allowedOrigins.length > 0) registerPreflight(scope, [CONNECT]);
  void scope.register(async (guarded) => {
    identifyCallers(guarded, identification);
    guarded.post(CONNECT, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return connect(request, reply);
    });
  });
  const returns = createReturns({ adapter }, options);
  registerSocketRoute<{ Querystring: { readonly token?: unknown } }>(
    scope,
    lineRoute(PROTOCOL),
    rates,
    (request, reply) => admitReturning(request, reply, tokenIn(request.query), PROTOCOL, { ...options, returns }),
  );

  async function connect(request: FastifyRequest, reply: FastifyReply): Promise<Connection> {
    const caller = requireScope(request, 'sessions:start');
    rates.countStart(caller);
    const { body: sent = {}, headers } = request;
    const custom_data = validateBody(body, sent);
    const returns = options.takeOvers !== undefined;
    const wanted = { caller, custom_data, audio, adapter, returns, max_duration: settings.maxDurationS, headers };
    const call = await calls.start(wanted, callerLeft(reply));
    return { ws_url: address.socketUrl(lineRoute(PROTOCOL), request), token: await tokens.issue(call.id, 'line') };
  }
}

function tokenIn({ token }: { readonly token?: unknown }): string | undefined {
  return typeof token === 'string' ? token : undefined;
}
