import { generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { asNumber, parseObject, type JsonObject } from '../../../src/wire/json.ts';

/** A service account with a throw-away key. */
export interface Account {
  /** The content of its key file. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly publicKey: KeyObject;
}

const EMAIL = 'voice@project.iam.gserviceaccount.com';
const KEY_ID = 'f00d';
export const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const MAX_SKEW_S = 600;

export function createAccount(): Account {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKey,
    credentials: {
      type: 'service_account',
      project_id: 'project',
      private_key_id: KEY_ID,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      client_email: EMAIL,
      client_id: '1',
      token_uri: 'https://oauth2.googleapis.com/token',
    },
  };
}

/** Finds the violations in a token that the account signed: signature, key, lifetime, and every claim. */
export function validateToken(token: string, { publicKey }: Account, expected: JsonObject): readonly string[] {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return ['the token is not signed by the account'];
  const { iat, exp, ...claimed } = parsePart(claims);
  const from = asNumber(iat) ?? 0;
  return [
    ...findDifferences('header', parsePart(header), { alg: 'RS256', typ: 'JWT', kid: KEY_ID }),
    ...findDifferences('claim', claimed, { iss: EMAIL, ...expected }),
    ...(Math.abs(from - Date.now() / 1000) < MAX_SKEW_S ? [] : ['the token is not of now']),
    ...(exp === from + 3600 ? [] : ['the token is not for an hour']),
  ];
}

/** Creates the account's claims for a request without a token of the server. */
export const SELF_SIGNED: JsonObject = { sub: EMAIL, scope: SCOPE };

function parsePart(part: string): JsonObject {
  return parseObject(Buffer.from(part, 'base64url').toString()) ?? {};
}

function findDifferences(what: string, claimed: JsonObject, expected: JsonObject): readonly string[] {
  const names = [...new Set([...Object.keys(claimed), ...Object.keys(expected)])];
  return names
    .filter((name) => claimed[name] !== expected[name])
    .map((name) => `the token's ${what} ${name} is ${JSON.stringify(claimed[name])}`);
}
