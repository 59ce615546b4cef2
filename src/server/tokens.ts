import { randomBytes, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { Problem } from './problem.ts';

export interface TokensOptions {
  /** @default the time of day */
  readonly now?: (() => Date) | undefined;
}

/** Tokens of one process: each lets one client join one session, once, within 60 s. */
export interface Tokens {
  issue(sessionId: string): Promise<string>;
  /**
   * Reads a token that was issued for this session.
   *
   * @throws (rejects with) Problem `token_invalid` or `token_expired`
   */
  verify(token: string | undefined, sessionId: string): Promise<TokenClaims>;
  /** @throws Problem `token_used` */
  spend(ticket: TokenClaims): void;
}

/** What a token says. */
export interface TokenClaims {
  readonly jti: string;
  /** In seconds, as in the token. */
  readonly exp: number;
}

/** What keys and tokens of ours begin with, for people and for scanners of leaked secrets. */
const MARK = 'ek_';
const LIFETIME_S = 60;
const ALGORITHM = 'HS256';

/** The secret is made here and never leaves the process: tokens of an earlier one are worth nothing. */
export function createTokens({ now = () => new Date() }: TokensOptions = {}): Tokens {
  const secret = randomBytes(32);
  // Bounded by the sessions of a minute: who has expired is forgotten.
  const spent = new Map<string, number>();
  return {
    issue: async (sessionId) => {
      const expires = Math.ceil(now().getTime() / 1000) + LIFETIME_S;
      const claims = new SignJWT().setSubject(sessionId).setJti(randomUUID()).setExpirationTime(expires);
      return MARK + (await claims.setProtectedHeader({ alg: ALGORITHM }).sign(secret));
    },
    verify: async (token, sessionId) => {
      if (token?.startsWith(MARK) !== true) throw new Problem('token_invalid');
      const required = { subject: sessionId, algorithms: [ALGORITHM], currentDate: now() };
      const { payload } = await jwtVerify(token.slice(MARK.length), secret, required).catch(refuse);
      return { jti: payload.jti ?? '', exp: payload.exp ?? 0 };
    },
    spend: ({ jti, exp }) => {
      const nowS = now().getTime() / 1000;
      for (const [other, until] of spent) if (until <= nowS) spent.delete(other);
      if (spent.has(jti)) throw new Problem('token_used');
      spent.set(jti, exp);
    },
  };
}

function refuse(error: unknown): never {
  throw new Problem(error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid');
}
