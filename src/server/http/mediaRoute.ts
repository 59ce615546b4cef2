import type { FastifyInstance } from 'fastify';
import { PROTOCOL, TOKEN_PREFIX } from '../../core/protocol.ts';
import { requireCall, type SessionRequest } from '../callers/accessCall.ts';
import type { Rates } from '../callers/rates.ts';
import type { Calls } from '../calls/calls.ts';
import { requireJoinable } from '../calls/requireJoinable.ts';
import { createMediaSocket } from '../media/createMediaSocket.ts';
import { Problem } from '../problem.ts';
import type { Tokens } from '../tokens.ts';
import { checkHandshake } from './checkHandshake.ts';

/** Registers the WebSocket of a session. Clients are refused over HTTP, before the upgrade. */
export function registerMediaRoute(scope: FastifyInstance, calls: Calls, tokens: Tokens, rates: Rates): void {
  scope.route<{ Params: { readonly id: string } }>({
    method: 'GET',
    url: '/v1/sessions/:id/media',
    websocket: true,
    preValidation: (request) => admit(request, calls, tokens).catch((error: unknown) => rates.refuse(request, error)),
    // Synchronous: a frame that arrives before its listener is lost.
    handler: (socket, { params, raw }) => {
      const call = calls.findLive(params.id);
      if (call === undefined) socket.close(1000);
      else call.join(createMediaSocket(socket, raw.socket));
    },
  });
}

async function admit(request: SessionRequest, calls: Calls, tokens: Tokens): Promise<void> {
  if (!request.ws) throw new Problem('upgrade_required');
  checkHandshake(request.headers);
  const offered = offeredProtocols(request);
  if (!offered.includes(PROTOCOL)) throw new Problem('protocol_not_offered');
  const { id } = requireCall(calls, request);
  const claims = await tokens.verify(tokenOf(offered, request), id);
  // No `await` from here on: of two clients with the same token, one is admitted.
  tokens.assertUnused(claims);
  const call = requireJoinable(calls.findLive(id));
  tokens.spend(claims);
  call.admit();
}

function offeredProtocols({ headers }: SessionRequest): readonly string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
}

/** Browsers can only send a subprotocol; other clients may send a header. */
function tokenOf(offered: readonly string[], { headers }: SessionRequest): string | undefined {
  const protocol = offered.find((other) => other.startsWith(TOKEN_PREFIX));
  if (protocol !== undefined) return protocol.slice(TOKEN_PREFIX.length);
  return /^Bearer (?<token>\S+)$/iu.exec(headers.authorization ?? '')?.groups?.['token'];
}
