import type { FastifyInstance, FastifyReply } from 'fastify';
import { requireOwnCall, type SessionRequest } from '../../http/accessCall.ts';
import { bearerOf } from '../../callers/caller.ts';
import { createIdentify, identifyCallers, withScope, type Identify } from '../../callers/requestCaller.ts';
import { Problem } from '../../problems/problem.ts';
import { sendAnswer } from '../../webrtc/acceptSdp.ts';
import { createReturns, type Returns } from '../../http/returns.ts';
import { requireLive } from '../../calls/requireJoinable.ts';
import { connectCall, type RtcEntry, type RtcProtocol } from '../../webrtc/connectCall.ts';
import { acceptOffers, readOffer, type CallRequest } from './readOffer.ts';
import { realtime, realtimeInTracks } from './realtime.ts';
import { isSecret, REALTIME_PATH, refuseSecret, startRealtime, type RealtimeRoutesOptions } from './startRealtime.ts';

/** The path at which clients connect over WebRTC. */
export const CALLS_PATH: string = `${REALTIME_PATH}/calls`;

/** The official clients use this label for the data channel. */
const PROTOCOL: RtcProtocol = { adapter: realtimeInTracks, label: 'oai-events' };

/**
 * Registers `POST /v1/realtime/calls`, which answers the WebRTC offer of a client with a client secret or an API key,
 * and `POST /v1/realtime/calls/:id/hangup`, with which the caller ends the session, each in its own scope.
 */
export async function registerCallRoutes(scope: FastifyInstance, options: RealtimeRoutesOptions): Promise<void> {
  const { webrtc, address, identification, calls } = options;
  const { updates } = options.settings;
  const adapter = webrtc?.webRtc.adapt(realtimeInTracks) ?? realtimeInTracks;
  const returns = createReturns({ adapter, updates }, options);
  await scope.register(async (offers) => {
    const identify = createIdentify(offers, identification);
    acceptOffers(offers);
    offers.post(CALLS_PATH, async (request: CallRequest, reply): Promise<FastifyReply> => {
      if (webrtc === undefined) throw new Problem('webrtc_not_available');
      const entry = await admit(request, reply, { ...options, identify, returns });
      const answer = await connectCall(entry, PROTOCOL, webrtc);
      return sendAnswer(reply, answer, address.pathOf(`${CALLS_PATH}/${entry.call.id}`));
    });
  });
  await scope.register(async (guarded) => {
    guarded.addHook('onRequest', refuseSecret);
    identifyCallers(guarded, identification);
    guarded.post(`${CALLS_PATH}/:id/hangup`, async (request: SessionRequest, reply): Promise<FastifyReply> => {
      calls.findLive(requireOwnCall(calls, request).id)?.close('ended_by_api');
      return reply.send();
    });
  });
}

interface AdmitOptions extends RealtimeRoutesOptions {
  readonly identify: Identify;
  readonly returns: Returns;
}

async function admit(request: CallRequest, reply: FastifyReply, options: AdmitOptions): Promise<RtcEntry> {
  const { identify, returns } = options;
  const credential = bearerOf(request);
  if (isSecret(credential)) {
    const admission = admitBySecret(request, reply, credential, options);
    return admission.catch((error: unknown) => options.rates.refuse(request, error));
  }
  const caller = withScope(await identify(request, reply), 'sessions:start');
  const { offer, session } = await readOffer(request);
  const call = await startRealtime(caller, session, reply, options);
  const accept = returns.admit(call, await returns.invite(call.id));
  return { call, offer, accept };
}

/** Admits the client of a session by its secret: the one that started the session, or the one for returning to it. */
async function admitBySecret(
  request: CallRequest,
  reply: FastifyReply,
  secret: string | undefined,
  { calls, tokens, returns }: AdmitOptions,
): Promise<RtcEntry> {
  await returns.takeLost(secret, reply);
  const claims = await tokens.verify(secret, tokens.sessionOf(secret), ['line', 'resume']);
  const { offer } = await readOffer(request);
  const invitation = await returns.invite(claims.sessionId);
  // No `await` from here on: only one of two clients with the same secret is admitted.
  const live = calls.findLive(claims.sessionId);
  if (live !== undefined && live.protocol !== realtime.protocol) throw new Problem('token_invalid');
  const accept = returns.enter(live, claims, invitation);
  return { call: requireLive(live), offer, accept };
}
