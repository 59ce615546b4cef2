import type { FastifyReply } from 'fastify';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import type { LiveCall, TakenLine } from '../calls/call.ts';
import { requireJoinable } from '../calls/requireJoinable.ts';
import type { MediaSocket } from '../media/fromSocket.ts';
import type { Welcome } from '../media/presence.ts';
import { Problem } from '../problem.ts';
import type { TokenClaims } from '../tokens.ts';
import { createTokenSuccession } from '../tokens/succession.ts';
import { placeOf } from './returnPlaces.ts';
import type { SessionServices } from './startSession.ts';

/** What lets a client come back. */
export type Invitation = Pick<Welcome, 'resumeToken' | 'resumeUrls'>;

/** Clients of one protocol that come back to their session with a token that it has given them, and begin anew there. */
export interface Returns {
  /**
   * Takes the session of a token over if its server has died.
   *
   * @throws (rejects with) Problem `session_elsewhere`, and the errors of `TakeOvers.take`
   */
  takeLost(token: string | undefined, reply: FastifyReply): Promise<void>;
  /** Creates what a client that joins, or comes back, is given. */
  invite(session: string): Promise<Invitation>;
  /**
   * Lets the client with a verified token in: as the first one, or as one that has come back. Returns what accepts its socket.
   *
   * @throws Problem `session_ended`, `session_already_connected`, `token_used`, or `bad_request` if it was joined in another way
   */
  enter(call: LiveCall | undefined, claims: TokenClaims, invitation: Invitation): Accept;
  /** Lets a client into the call that its request has started: nobody else can join it. */
  admit(call: LiveCall, invitation: Invitation): Accept;
}

/** Accepts the socket of an admitted client. */
export type Accept = (socket: MediaSocket) => void;

export type ReturnsOptions = Pick<SessionServices, 'calls' | 'tokens' | 'routing' | 'takeOvers'>;

/** Creates the returns of clients. `line`: what a session that is taken over has of them. */
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

const OTHER_WAY = 'The session goes on over the way by which it was joined: WebSocket, or WebRTC.';

/** A new token for a session whose connection is lost is as good as its last one. */
function comesBack({ isResumable, status }: LiveCall, { kind }: TokenClaims): boolean {
  return isResumable && (status.state === 'disconnected' || (status.state === 'active' && kind === 'resume'));
}

function ignore(): void {}
