import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Address } from '../addresses/address.ts';
import { bearerOf } from '../callers/caller.ts';
import { requireCall, type SessionRequest } from '../http/accessCall.ts';
import { requireLive } from '../calls/requireJoinable.ts';
import { isLine } from '../protocols/linePaths.ts';
import type { LineServices } from '../http/lineRoutes.ts';
import { createReturns, type Returns, type ReturnsOptions } from '../http/returns.ts';
import { Problem } from '../problems/problem.ts';
import { antiphonV1 } from '../protocols/antiphonV1.ts';
import { acceptSdp, sendAnswer } from './acceptSdp.ts';
import { checkOffer } from './checkOffer.ts';
import { connectCall, type RtcEntry, type RtcServices } from './connectCall.ts';

export interface WebRtcRoutesOptions extends LineServices, ReturnsOptions, RtcServices {
  readonly address: Address;
}

/** The path at which the client of a session connects. */
export const WEBRTC_PATH = '/v1/sessions/:id/webrtc';

/**
 * Registers `POST /v1/sessions/:id/webrtc`, which answers the offer of a session's client, and `DELETE`, with which the
 * client leaves, in an encapsulated scope. Both need the token of the session.
 */
export function registerWebRtcRoutes(scope: FastifyInstance, options: WebRtcRoutesOptions): void {
  const { calls, rates, address } = options;
  /** The token digest of each client. */
  const clients = new Map<string, Buffer>();
  const returns = createReturns({ adapter: options.webRtc.adapt(antiphonV1) }, options);
  acceptSdp(scope, 'The body must be application/sdp.');
  scope.post(WEBRTC_PATH, async (request: SessionRequest, reply): Promise<FastifyReply> => {
    const admission = admit(request, reply, returns, options).catch((error: unknown) => rates.refuse(request, error));
    const { token, ...entry } = await admission;
    const { call } = entry;
    clients.set(call.id, digestOf(token));
    void call.ended.then(() => clients.delete(call.id));
    const answer = await connectCall(entry, { adapter: antiphonV1 }, options);
    return sendAnswer(reply, answer, address.pathOf(`/v1/sessions/${call.id}/webrtc`));
  });
  scope.delete(WEBRTC_PATH, async (request: SessionRequest, reply): Promise<FastifyReply> => {
    const { id } = requireCall(calls, request);
    const expected = clients.get(id);
    const isClient = expected !== undefined && timingSafeEqual(expected, digestOf(bearerOf(request) ?? ''));
    if (!isClient) return rates.refuse(request, new Problem('token_invalid'));
    calls.findLive(id)?.close('ended_by_client');
    return reply.code(204).send();
  });
}

interface Admitted extends RtcEntry {
  readonly token: string;
}

/** Admits the client of a session by its token. @throws (rejects with) Problem */
async function admit(
  request: SessionRequest,
  reply: FastifyReply,
  returns: Returns,
  { calls, tokens }: LineServices,
): Promise<Admitted> {
  const token = bearerOf(request) ?? '';
  if (tokens.sessionOf(token) === request.params.id) await returns.takeLost(token, reply);
  const record = requireCall(calls, request);
  // The client of the session uses another protocol.
  if (isLine(record)) throw new Problem('token_invalid');
  const claims = await tokens.verify(token, record.id, ['media', 'resume']);
  const invitation = await returns.invite(record.id);
  const offer = checkOffer(request.body);
  // No `await` from here on: only one of two clients with the same token is admitted.
  const live = calls.findLive(record.id);
  const accept = returns.enter(live, claims, invitation);
  return { call: requireLive(live), offer, accept, token };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
