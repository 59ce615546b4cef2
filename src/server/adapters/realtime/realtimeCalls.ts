import type { FastifyInstance, FastifyReply } from 'fastify';
import { requireOwnCall, type SessionRequest } from '../../callers/accessCall.ts';
import { bearerOf } from '../../callers/bearerOf.ts';
import { createIdentify, identifyCallers, withScope, type Identify } from '../../callers/requestCaller.ts';
import type { LiveCall } from '../../calls/call.ts';
import { Problem } from '../../problem.ts';
import { sendAnswer } from '../../webrtc/acceptSdp.ts';
import { connectCall, requireUnconnected, type RtcProtocol } from '../../webrtc/connectCall.ts';
import { acceptOffers, readOffer, type CallRequest } from './readOffer.ts';
import { realtime, realtimeInTracks } from './realtime.ts';
import { isSecret, REALTIME_PATH, startRealtime, type RealtimeRoutesOptions } from './startRealtime.ts';

/** Where clients connect over WebRTC. */
export const CALLS_PATH: string = `${REALTIME_PATH}/calls`;

/** The label of the data channel is that of the official clients. */
const PROTOCOL: RtcProtocol = { adapter: realtimeInTracks, label: 'oai-events' };

/**
 * Registers `POST /v1/realtime/calls`, which answers the offer of a client over WebRTC that has a client secret or an API key, and
 * `POST /v1/realtime/calls/:id/hangup`, with which its caller ends the session, in scopes of their own.
 */
export async function registerCallRoutes(scope: FastifyInstance, options: RealtimeRoutesOptions): Promise<void> {
  const { webrtc, address, identification, calls } = options;
  await scope.register(async (offers) => {
    const identify = createIdentify(offers, identification);
    acceptOffers(offers);
    offers.post(CALLS_PATH, async (request: CallRequest, reply): Promise<FastifyReply> => {
      if (webrtc === undefined) throw new Problem('webrtc_not_available');
      const { call, offer } = await admit(request, reply, identify, options);
      const answer = await connectCall(call, offer, PROTOCOL, webrtc);
      return sendAnswer(reply, answer, address.pathOf(`${CALLS_PATH}/${call.id}`));
    });
  });
  await scope.register(async (guarded) => {
    identifyCallers(guarded, identification);
    guarded.post(`${CALLS_PATH}/:id/hangup`, async (request: SessionRequest, reply): Promise<FastifyReply> => {
      calls.findLive(requireOwnCall(calls, request).id)?.close('ended_by_api');
      return reply.send();
    });
  });
}

interface Admitted {
  readonly call: LiveCall;
  readonly offer: string;
}

async function admit(
  request: CallRequest,
  reply: FastifyReply,
  identify: Identify,
  options: RealtimeRoutesOptions,
): Promise<Admitted> {
  const credential = bearerOf(request);
  if (isSecret(credential)) {
    const admission = admitBySecret(request, credential, options);
    return admission.catch((error: unknown) => options.rates.refuse(request, error));
  }
  const caller = withScope(await identify(request, reply), 'sessions:start');
  const { offer, session } = await readOffer(request);
  const call = await startRealtime(caller, session, reply, options);
  call.admit();
  return { call, offer };
}

/** Admits the client of a session that was started with its secret. */
async function admitBySecret(
  request: CallRequest,
  secret: string | undefined,
  { calls, tokens }: RealtimeRoutesOptions,
): Promise<Admitted> {
  const claims = await tokens.verify(secret, undefined, ['line']);
  const { offer } = await readOffer(request);
  // No `await` from here on: of two clients with the same secret, one is admitted.
  tokens.assertUnused(claims);
  const live = calls.findLive(claims.sessionId);
  if (live !== undefined && live.protocol !== realtime.protocol) throw new Problem('token_invalid');
  const call = requireUnconnected(live);
  call.admit();
  tokens.spend(claims);
  return { call, offer };
}
