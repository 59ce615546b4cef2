import { randomBytes, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { Problem } from './problem.ts';

/** The tokens of one process: each lets one client join one session once, within 60 s. */
export interface Tokens {
  issue(sessionId: string): Promise<string>;
  /**
   * Verifies that a token was issued for this session and has not expired.
   *
   * @throws (rejects with) Problem `token_invalid` or `token_expired`
   */
  verify(token: string | undefined, sessionId: string): Promise<TokenClaims>;
  /** Marks a token as used. @throws Problem `token_used` */
  spend(claims: TokenClaims): void;
}

/** The claims of a verified token: its id, and the Unix time in seconds at which it expires. */
export type TokenClaims = Required<Pick<JWTPayload, 'jti' | 'exp'>>;

/** Prefix of every token, for scanners of leaked secrets. */
const PREFIX = 'ek_';
const LIFETIME_S = 60;
const ALGORITHM = 'HS256';

/** Creates a token store with a random secret, which never leaves the process: a restart invalidates all tokens. */
export function createTokens(now: () => Date = () => new Date()): Tokens {
  const secret = randomBytes(32);
  // Bounded by the sessions of one minute: expired tokens are removed.
  const spent = new Map<string, number>();
  return {
    issue: async (sessionId) => {
      const expires = Math.ceil(now().getTime() / 1000) + LIFETIME_S;
      const claims = new SignJWT().setSubject(sessionId).setJti(randomUUID()).setExpirationTime(expires);
      return PREFIX + (await claims.setProtectedHeader({ alg: ALGORITHM }).sign(secret));
    },
    verify: async (token, sessionId) => {
      if (token?.startsWith(PREFIX) !== true) throw new Problem('token_invalid');
      const required = { subject: sessionId, algorithms: [ALGORITHM], currentDate: now() };
      const { payload } = await jwtVerify(token.slice(PREFIX.length), secret, required).catch(refuse);
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
