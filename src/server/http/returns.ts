import type { FastifyReply } from 'fastify';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import type { LiveCall } from '../calls/call.ts';
import type { TakenLine } from '../checkpoints/takeOver.ts';
import { requireJoinable } from '../calls/requireJoinable.ts';
import type { MediaSocket } from '../media/fromSocket.ts';
import type { Welcome } from '../media/presence.ts';
import { Problem } from '../problems/problem.ts';
import type { TokenClaims } from '../tokens/tokens.ts';
import { createTokenSuccession } from '../tokens/succession.ts';
import { placeOf } from '../protocols/returnPlaces.ts';
import type { SessionServices } from './startSession.ts';

/** The token and the addresses with which a client can return. */
export type Invitation = Pick<Welcome, 'resumeToken' | 'resumeUrls'>;

/**
 * Lets the clients of one protocol return to their sessions. A client returns with a token that its session gave it,
 * and starts afresh there.
 */
export interface Returns {
  /**
   * Takes over the session of a token if its server has died.
   *
   * @throws (rejects with) Problem `session_elsewhere`, and the errors of `TakeOvers.take`
   */
  takeLost(token: string | undefined, reply: FastifyReply): Promise<void>;
  /** Creates the invitation for a client that joins or returns. */
  invite(session: string): Promise<Invitation>;
  /**
   * Admits the client with a verified token, as the first client or as a returning one. Returns the function that
   * accepts its socket.
   *
   * @throws Problem `session_ended`, `session_already_connected`, `token_used`, or `bad_request` if the session was
   * joined in another way
   */
  enter(call: LiveCall | undefined, claims: TokenClaims, invitation: Invitation): Accept;
  /** Admits a client to the call that its own request has started, which nobody else can join. */
  admit(call: LiveCall, invitation: Invitation): Accept;
}

/** Accepts the socket of an admitted client. */
export type Accept = (socket: MediaSocket) => void;

export type ReturnsOptions = Pick<SessionServices, 'calls' | 'tokens' | 'routing' | 'takeOvers'>;

/** Creates the `Returns` of one protocol. `line` describes the client of a session that is taken over. */
export function createReturns(
  line: TakenLine & { readonly adapter: MediaAdapter },
  { calls, tokens, routing, takeOvers }: ReturnsOptions,
): Returns {
  const { adapter } = line;
  const succession = createTokenSuccession(tokens);
  const admit = (call: LiveCall, invitation: Invitation): Accept => {
    call.admit();
    const welcome = call.isResumable ? { ...invitation, confirmed: ignore } : undefined;
    return (socket) => call.join(socket, welcome, adapter);
  };
  return {
    admit,
    takeLost: async (token, reply) => {
      const id = tokens.sessionOf(token);
      if (takeOvers === undefined || id === undefined || calls.find(id) !== undefined) return;
      const owner = await routing?.ownerOf(id);
      if (owner !== undefined) {
        void reply.header('location', owner.url.replace(/\/$/u, '') + placeOf({ id, adapter }).path);
        throw new Problem('session_elsewhere');
      }
      await takeOvers.take(id, token, line);
    },
    invite: async (session) => ({
      resumeToken: await tokens.issue(session, 'resume'),
      resumeUrls: takeOvers?.addressesOf(placeOf({ id: session, adapter })),
    }),
    enter: (found, claims, invitation) => {
      tokens.assertUnused(claims);
      if (found !== undefined && comesBack(found, claims)) {
        if (found.adapter !== adapter) throw new Problem('bad_request', [], undefined, OTHER_WAY);
        const { accepted, confirmed } = succession.take(found, claims, invitation.resumeToken);
        accepted();
        return (socket) => found.rejoin(socket, { ...invitation, confirmed });
      }
      const call = requireJoinable(found);
      if (claims.kind === 'resume') throw new Problem('session_already_connected');
      const accept = admit(call, invitation);
      tokens.spend(claims);
      return accept;
    },
  };
}

const OTHER_WAY = 'The client must return over the transport with which it joined: WebSocket or WebRTC.';

/**
 * Checks whether a token lets a client return. A new token for a session that has lost its connection is as good as the
 * last one.
 */
function comesBack({ isResumable, status }: LiveCall, { kind }: TokenClaims): boolean {
  return isResumable && (status.state === 'disconnected' || (status.state === 'active' && kind === 'resume'));
}

function ignore(): void {}
