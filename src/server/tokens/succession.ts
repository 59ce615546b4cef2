import type { Return } from '../media/resume.ts';
import { Problem } from '../problem.ts';
import type { TokenClaims, Tokens } from '../tokens.ts';

/** Decides until when a token can be used that has been used to join or to resume a session. */
export interface TokenSuccession {
  /** `next`: the token that the client is given. Returns what is called when the first message of a client that offered the token is valid, and when it has the next token. */
  take(session: object, claims: TokenClaims, next: string): Pick<Return, 'accepted' | 'confirmed'>;
  /** Checks whether a token was used, also if it is not spent yet. */
  isUsed(session: object, claims: TokenClaims): boolean;
}

/**
 * Creates a succession. A token is spent when the client is known to have the next one: the connection may break before the
 * answer with the next one arrives, and then the client has no other.
 */
export function createTokenSuccession(tokens: Pick<Tokens, 'spend' | 'succeed'>): TokenSuccession {
  // The token by which each session was joined or resumed last, until it is spent.
  const used = new WeakMap<object, TokenClaims>();
  const spend = (claims: TokenClaims): void => {
    try {
      tokens.spend(claims);
    } catch (error) {
      // The session has used as many tokens as are remembered: this one stays valid.
      if (!(error instanceof Problem)) throw error;
    }
  };
  return {
    isUsed: (session, { id }) => used.get(session)?.id === id,
    take: (session, claims, next) => ({
      accepted: () => {
        const before = used.get(session);
        used.set(session, claims);
        tokens.succeed(claims, next);
        if (before !== undefined && before.id !== claims.id) spend(before);
      },
      confirmed: () => {
        used.delete(session);
        spend(claims);
      },
    }),
  };
}
