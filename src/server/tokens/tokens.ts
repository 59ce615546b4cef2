import { randomUUID } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, SignJWT, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { Problem } from '../problems/problem.ts';
import { createSuccessions, type SessionToken } from './successions.ts';
import { createRandomSecrets, type Secrets, type SecretSource } from './secrets.ts';

/**
 * The purpose of a token: to join a session, to resume it after the connection was lost, or to connect a telephone
 * line, whose address contains the token.
 */
export type TokenKind = 'media' | 'resume' | 'line';

/** The claims of a verified token. */
export interface TokenClaims extends SessionToken {
  readonly kind: TokenKind;
}

/** The tokens of one server. Each lets one client join one session, once. */
export interface Tokens {
  /**
   * Issues a token: `media` (the default) and `line` for 60 s, `resume` for a day, the longest duration of a session.
   * `issuer` is another node with the same secrets, in whose name the token is issued.
   */
  issue(sessionId: string, kind?: TokenKind, issuer?: string): Promise<string>;
  /**
   * Verifies that a token was issued by this node, for this session (for any session, if it is undefined) and for one
   * of `kinds` (`media` by default), and that it has not expired more than 5 s ago. `issuer` is another node with the
   * same secrets, which issued the token instead.
   *
   * @throws (rejects with) Problem `token_invalid` or `token_expired`
   */
  verify(
    token: string | undefined,
    sessionId: string | undefined,
    kinds?: readonly TokenKind[],
    issuer?: string,
  ): Promise<TokenClaims>;
  /** Returns the session that a token names, without verification. */
  sessionOf(token: string | undefined): string | undefined;
  /**
   * Makes `next` the successor of a token that has admitted a client. Tokens issued for the session before `next` are
   * no longer accepted, except for the admitting token, until it is spent.
   */
  succeed(claims: TokenClaims, next: string): void;
  /** Checks that a token has not been used and has no successor. @throws Problem `token_used` */
  assertUnused(claims: TokenClaims): void;
  /** Marks a token as used. @throws Problem `token_used`, also if the session has used 1000 tokens */
  spend(claims: TokenClaims): void;
  /** Accepts tokens that another node has issued for a session, because this node has taken the session over. */
  adopt(sessionId: string, issuer: string): void;
  /** Frees the memory of an ended session, which no token can join any more. */
  forget(sessionId: string): void;
}

export interface TokensOptions {
  /** The name of this node; tokens of other nodes are refused. @default random */
  readonly nodeId?: string | undefined;
  /** The secrets. @default one random secret */
  readonly secrets?: SecretSource | undefined;
  readonly now?: (() => Date) | undefined;
}

/** Prefix of every token, for scanners that look for leaked secrets. */
const PREFIX = 'ek_';
const LIFETIME_S: Readonly<Record<TokenKind, number>> = { media: 60, resume: 86_400, line: 60 };
/** How long an expired token is accepted, in seconds, because this machine's clock may have been adjusted meanwhile. */
const CLOCK_SKEW_S = 5;
const ALGORITHM = 'HS256';
const MAX_SPENT = 1000;

/** Creates the tokens of one server. */
export function createTokens(options: TokensOptions = {}): Tokens {
  const { nodeId = randomUUID(), secrets = createRandomSecrets(), now = () => new Date() } = options;
  const spent = new Map<string, Set<string>>();
  const adopted = new Map<string, string>();
  const successions = createSuccessions();
  const assertUnused = (claims: TokenClaims): void => {
    const isSpent = spent.get(claims.sessionId)?.has(claims.id) === true;
    if (isSpent || successions.isSucceeded(claims)) throw new Problem('token_used');
  };
  return {
    issue: async (sessionId, kind = 'media', issuer = nodeId) => {
      const expires = Math.ceil(now().getTime() / 1000) + LIFETIME_S[kind];
      const claims = new SignJWT({ issued: successions.stamp(sessionId, now()) })
        .setIssuer(issuer)
        .setSubject(sessionId)
        .setAudience(kind)
        .setJti(randomUUID());
      const token = claims.setExpirationTime(expires).setProtectedHeader({ alg: ALGORITHM });
      return PREFIX + (await token.sign(secrets.read().newest));
    },
    verify: async (token, sessionId, kinds = ['media'], issuer) => {
      if (token?.startsWith(PREFIX) !== true) throw new Problem('token_invalid');
      const other = sessionId === undefined ? undefined : adopted.get(sessionId);
      const issuers = issuer === undefined ? [nodeId, ...(other === undefined ? [] : [other])] : [issuer];
      const bound = { issuer: issuers, audience: [...kinds], requiredClaims: ['jti', 'exp', 'sub', 'issued'] };
      const subject = sessionId === undefined ? {} : { subject: sessionId };
      const required = {
        ...bound,
        ...subject,
        algorithms: [ALGORITHM],
        currentDate: now(),
        clockTolerance: CLOCK_SKEW_S,
      };
      const { jti, aud, sub, iss, issued } = await verifyWithAny(token.slice(PREFIX.length), secrets.read(), required);
      return {
        id: String(jti),
        sessionId: String(sub),
        kind: aud as TokenKind,
        issuer: String(iss),
        issued: Number(issued),
      };
    },
    sessionOf: readSubject,
    assertUnused,
    succeed: (claims, next) => successions.add(claims, { issuer: nodeId, issued: issuedOf(next) }),
    spend: (claims) => {
      assertUnused(claims);
      const ids = spent.get(claims.sessionId) ?? new Set();
      if (ids.size >= MAX_SPENT) throw new Problem('token_used');
      spent.set(claims.sessionId, ids.add(claims.id));
    },
    adopt: (sessionId, issuer) => void adopted.set(sessionId, issuer),
    forget: (sessionId) => {
      spent.delete(sessionId);
      adopted.delete(sessionId);
      successions.forget(sessionId);
    },
  };
}

function issuedOf(token: string): number {
  return Number(decodeJwt(token.slice(PREFIX.length))['issued']);
}

function readSubject(token: string = ''): string | undefined {
  try {
    return decodeJwt(token.slice(PREFIX.length)).sub;
  } catch {
    return undefined;
  }
}

/** Verifies a token with the newest secret and, if its signature does not match, with the previous one. */
async function verifyWithAny(
  token: string,
  { newest, previous }: Secrets,
  required: JWTVerifyOptions,
): Promise<JWTPayload> {
  const verifyWith = async (secret: Uint8Array): Promise<JWTPayload> =>
    (await jwtVerify(token, secret, required)).payload;
  return verifyWith(newest)
    .catch((error: unknown) => {
      const isOther = error instanceof errors.JWSSignatureVerificationFailed;
      return isOther && previous !== undefined ? verifyWith(previous) : Promise.reject(error);
    })
    .catch(refuse);
}

function refuse(error: unknown): never {
  throw new Problem(error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid');
}
