import { createHash, createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { SchedulerLike } from 'rxjs';
import { createExpiringMap } from '../common/expiringMap.ts';
import { isSameText } from '../common/isSameText.ts';
import { Problem } from '../problems/problem.ts';
import { deriveSecrets, type SecretSource } from '../tokens/secrets.ts';

/** A request that one node forwards to another. */
export interface HopRequest {
  readonly method: string;
  /** Includes the query, and starts at `/v1`, because nodes may have different prefixes. */
  readonly path: string;
  readonly body: string;
}

/** A node's information about a request that another node has forwarded. */
export interface Hop {
  /** The caller that the other node has identified; undefined for a carrier, whose signature it has checked. */
  readonly caller: unknown;
  /** Checks that the body is the forwarded one. @throws Problem `unauthorized` */
  checkBody(body: string): void;
  /** Signs the answer to the request. */
  signAnswer(answer: HopAnswer): string;
}

/** The answer of one node to another. */
export interface HopAnswer {
  readonly status: number;
  readonly body: string | Uint8Array;
}

/**
 * The signatures with which nodes authenticate each other. Each signature is valid for one node and one request, for 30
 * s, once.
 */
export interface Hops {
  /** Signs a request to the node `to`. */
  sign(to: string, request: HopRequest, caller: unknown): Promise<string>;
  /** Verifies the signature of a request to this node. @throws (rejects with) Problem `unauthorized` */
  verify(signature: string, request: Omit<HopRequest, 'body'>): Promise<Hop>;
  /** Checks whether a node has signed the answer to the request with this signature. */
  isAnswered(signature: string, answer: HopAnswer, by: unknown): boolean;
}

export interface HopsOptions {
  readonly nodeId: string;
  readonly secrets: SecretSource;
  readonly scheduler: Pick<SchedulerLike, 'now'>;
  readonly now?: (() => Date) | undefined;
}

const ALGORITHM = 'HS256';
const LIFETIME_S = 30;
/** Maximum difference between the clocks of two nodes, in seconds. */
const CLOCK_SKEW_S = 15;
/** Longer than a signature from a node with a fast clock is accepted. */
const KEEP_MS = (LIFETIME_S + 3 * CLOCK_SKEW_S) * 1000;
const MAX_KEPT = 100_000;

/** Creates the signatures of one node. */
export function createHops({ nodeId, secrets, scheduler, now = () => new Date() }: HopsOptions): Hops {
  const answerKeys = deriveSecrets(secrets, 'antiphon answers');
  const used = createExpiringMap<true>({ keepMs: KEEP_MS, maxEntries: MAX_KEPT, scheduler });
  const spend = ({ jti = '' }: JWTPayload): void => {
    if (used.get(jti) === true) throw new Problem('unauthorized');
    used.set(jti, true);
  };
  return {
    sign: (to, { method, path, body }, caller) => {
      const seconds = Math.floor(now().getTime() / 1000);
      return new SignJWT({ method, path, body: digestOf(body), caller })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(nodeId)
        .setAudience(to)
        .setJti(randomUUID())
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + LIFETIME_S)
        .sign(secrets.read().newest);
    },
    isAnswered: (signature, answer, by) => {
      const { newest, previous } = answerKeys.read();
      const keys = previous === undefined ? [newest] : [newest, previous];
      return typeof by === 'string' && keys.some((key) => isSameText(by, signAnswer(key, signature, answer)));
    },
    verify: async (signature, request) => {
      const claims = await verifyWithAny(signature, secrets, nodeId, now());
      if (claims['method'] !== request.method || claims['path'] !== request.path) throw new Problem('unauthorized');
      spend(claims);
      return {
        caller: claims['caller'],
        checkBody: (body) => checkBody(body, claims),
        signAnswer: (answer) => signAnswer(answerKeys.read().newest, signature, answer),
      };
    },
  };
}

function checkBody(body: string, claims: JWTPayload): void {
  if (claims['body'] !== digestOf(body)) throw new Problem('unauthorized');
}

async function verifyWithAny(text: string, secrets: SecretSource, audience: string, now: Date): Promise<JWTPayload> {
  const { newest, previous } = secrets.read();
  const required = {
    audience,
    algorithms: [ALGORITHM],
    currentDate: now,
    clockTolerance: CLOCK_SKEW_S,
    // A signature from the future would outlive the record of its use.
    maxTokenAge: LIFETIME_S,
    requiredClaims: ['jti', 'exp', 'iss'],
  };
  const verifyWith = async (secret: Uint8Array): Promise<JWTPayload> =>
    (await jwtVerify(text, secret, required)).payload;
  return verifyWith(newest)
    .catch((error: unknown) => (previous === undefined ? Promise.reject(error) : verifyWith(previous)))
    .catch(() => {
      throw new Problem('unauthorized');
    });
}

/** Signs an answer. Each answer is signed for one request, with a unique id. */
function signAnswer(key: Uint8Array, signature: string, { status, body }: HopAnswer): string {
  return createHmac('sha256', key)
    .update(`${signature}\n${status}\n${digestOf(body)}`)
    .digest('base64url');
}

function digestOf(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url');
}
