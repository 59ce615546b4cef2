import type { Return } from '../media/resume.ts';
import { Problem } from '../problems/problem.ts';
import type { TokenClaims, Tokens } from './tokens.ts';

/** Decides how long a token remains usable after a client has joined or resumed a session with it. */
export interface TokenSuccession {
  /**
   * Hands out `next`, the client's next token. Returns the functions to call when the first message of a client that
   * offered the token is valid, and when the client has received the next token.
   */
  take(session: object, claims: TokenClaims, next: string): Pick<Return, 'accepted' | 'confirmed'>;
  /** Checks whether a token was used, even if it is not spent yet. */
  isUsed(session: object, claims: TokenClaims): boolean;
}

/**
 * Creates a succession. A token is spent once the client is known to have the next one: the connection may break before
 * the answer with the next token arrives, and then the client has no other.
 */
export function createTokenSuccession(tokens: Pick<Tokens, 'spend' | 'succeed'>): TokenSuccession {
  // The token with which each session was last joined or resumed, until it is spent.
  const used = new WeakMap<object, TokenClaims>();
  const spend = (claims: TokenClaims): void => {
    try {
      tokens.spend(claims);
    } catch (error) {
      // The session has used the maximum number of remembered tokens; this token stays valid.
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
