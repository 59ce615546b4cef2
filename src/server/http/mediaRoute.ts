import type { FastifyInstance, FastifyReply } from 'fastify';
import type { DirectoryNode } from '../../core/sessionDirectory.ts';
import { PROTOCOL, TOKEN_PREFIX } from '../../core/protocol.ts';
import { antiphonV1 } from '../protocols/antiphonV1.ts';
import { bearerOf } from '../callers/caller.ts';
import { requireCall, type SessionRequest } from './accessCall.ts';
import type { TakeOvers } from '../checkpoints/takeOver.ts';
import type { CallRecord, LiveCall } from '../calls/call.ts';
import { requireJoinable } from '../calls/requireJoinable.ts';
import { createMediaSocket } from '../media/createMediaSocket.ts';
import type { MediaSocket } from '../media/fromSocket.ts';
import type { Welcome } from '../media/presence.ts';
import { Problem } from '../problems/problem.ts';
import type { TokenClaims } from '../tokens/tokens.ts';
import { createTokenSuccession, type TokenSuccession } from '../tokens/succession.ts';
import { checkHandshake, checkOpen, ANSWERS_REDIRECTED, TAKES_SOCKETS } from './upgrades.ts';
import { isLine } from '../protocols/linePaths.ts';
import { placeOf } from '../protocols/returnPlaces.ts';
import { sendProblem } from '../problems/sendError.ts';
import type { SessionServices } from './startSession.ts';

type MediaServices = Pick<SessionServices, 'calls' | 'tokens' | 'rates' | 'routing' | 'takeOvers'>;

/** Registers the WebSocket of a session. Clients are refused over HTTP, before the upgrade. */
export function registerMediaRoute(
  scope: FastifyInstance,
  { calls, tokens, rates, routing, takeOvers }: MediaServices,
): void {
  const admitted = new WeakMap<object, (socket: MediaSocket) => void>();
  const succession = createTokenSuccession(tokens);
  scope.route<{ Params: { readonly id: string } }>({
    method: 'GET',
    url: '/v1/sessions/:id/media',
    websocket: true,
    config: { ...TAKES_SOCKETS, ...ANSWERS_REDIRECTED },
    // After all hooks of the app, so that a client that one of them refuses keeps its token.
    preHandler: async (request, reply) => {
      const { id } = request.params;
      const isHere = calls.find(id) !== undefined;
      const owner = isHere ? undefined : await routing?.ownerOf(id);
      if (owner !== undefined) return redirect(request, owner, reply);
      const admission = (async () => {
        if (!isHere && takeOvers !== undefined) await takeOver(request, takeOvers);
        return admit(request, { calls, tokens, takeOvers }, succession);
      })();
      admitted.set(request.raw, await admission.catch((error: unknown) => rates.refuse(request, error)));
      return undefined;
    },
    // Synchronous, because a frame that arrives before its listener is lost.
    handler: (socket, { raw }) => admitted.get(raw)?.(createMediaSocket(socket, raw.socket)),
  });
}

/** Redirects to the session's address on the node that owns it, without the token. */
function redirect({ params }: SessionRequest, { url }: DirectoryNode, reply: FastifyReply): FastifyReply {
  const address = `${url.replace(/\/$/u, '')}/v1/sessions/${params.id}/media`;
  return sendProblem(new Problem('session_elsewhere'), reply.header('location', address));
}

/** Takes over the session of a node that has died, if the client has a token for it. */
async function takeOver(request: SessionRequest, takeOvers: TakeOvers): Promise<void> {
  const { id } = request.params;
  if (!request.ws) {
    const found = await takeOvers.lookUp(id);
    if (typeof found === 'string') throw new Problem('session_ended');
    if (found?.protocol === PROTOCOL) throw new Problem('upgrade_required');
    return;
  }
  checkHandshake(request.headers);
  const offered = offeredProtocols(request);
  if (!offered.includes(PROTOCOL)) throw new Problem('protocol_not_offered');
  await takeOvers.take(id, tokenOf(offered, request));
}

/** Admits the client, and returns the function that accepts its socket. */
async function admit(
  request: SessionRequest,
  { calls, tokens, takeOvers }: Pick<MediaServices, 'calls' | 'tokens' | 'takeOvers'>,
  succession: TokenSuccession,
): Promise<(socket: MediaSocket) => void> {
  if (!request.ws) throw whyNot(requireCall(calls, request));
  checkHandshake(request.headers);
  const offered = offeredProtocols(request);
  if (!offered.includes(PROTOCOL)) throw new Problem('protocol_not_offered');
  const record = requireCall(calls, request);
  // The client of the session uses another protocol.
  if (isLine(record)) throw new Problem('token_invalid');
  const { id } = record;
  const claims = await tokens.verify(tokenOf(offered, request), id, ['media', 'resume']);
  const resumeToken = await tokens.issue(id, 'resume');
  const resumeUrls = takeOvers?.addressesOf(placeOf({ id, adapter: antiphonV1 }));
  // No `await` from here on: only one of two clients with the same token is admitted.
  checkOpen(request);
  tokens.assertUnused(claims);
  const live = calls.findLive(id);
  if (live !== undefined && canResume(live, claims))
    return (socket) => live.resume(socket, { resumeToken, resumeUrls, ...succession.take(live, claims, resumeToken) });
  if (live !== undefined && succession.isUsed(live, claims)) throw new Problem('token_used');
  const call = requireJoinable(live);
  if (claims.kind !== 'media') throw new Problem('session_already_connected');
  call.admit();
  if (call.isResumable)
    return joinResumable(call, { resumeToken, resumeUrls }, succession.take(call, claims, resumeToken));
  tokens.spend(claims);
  return (socket) => call.join(socket);
}

/**
 * Joins a client that can resume the session. Its token is used up only once it has the next one, because the
 * connection may break before that.
 */
function joinResumable(
  call: LiveCall,
  welcome: Pick<Welcome, 'resumeToken' | 'resumeUrls'>,
  { accepted, confirmed }: ReturnType<TokenSuccession['take']>,
): (socket: MediaSocket) => void {
  accepted();
  return (socket) => call.join(socket, { ...welcome, confirmed });
}

/**
 * Returns the problem that tells a program that cannot read the handshake's answer, such as a page, whether the session
 * still exists.
 */
function whyNot({ status }: CallRecord): Problem {
  return new Problem(status.state === 'ending' || status.state === 'ended' ? 'session_ended' : 'upgrade_required');
}

/**
 * Checks whether a token can resume a session. A new token for a session that has lost its connection is as good as the
 * last one.
 */
function canResume({ isResumable, adapter, status }: LiveCall, { kind }: TokenClaims): boolean {
  return (
    isResumable &&
    adapter === antiphonV1 &&
    (status.state === 'disconnected' || (status.state === 'active' && kind === 'resume'))
  );
}

function offeredProtocols({ headers }: SessionRequest): readonly string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
}

/** Returns the token. Browsers can only send a subprotocol; other clients may send a header. */
function tokenOf(offered: readonly string[], request: SessionRequest): string | undefined {
  const protocol = offered.find((other) => other.startsWith(TOKEN_PREFIX));
  if (protocol !== undefined) return protocol.slice(TOKEN_PREFIX.length);
  return bearerOf(request);
}
