import type * as nodeCrypto from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { lazyBuiltin } from '../../src/wire/lazyBuiltin.ts';
import type { Issue } from '../../src/core/errors.ts';
import { asText } from '../../src/wire/json.ts';

/** The content of a service account's key file. */
export type Credentials = Readonly<Record<string, unknown>>;

/** The credentials that sign a request. */
export interface ServiceAccount {
  readonly email: string;
  readonly key: KeyObject;
  readonly keyId: string;
  /** URL that exchanges a signature for a token; null: the signature itself is the token. */
  readonly tokenUri: string | null;
}

const loadCrypto = lazyBuiltin<typeof nodeCrypto>('node:crypto');

const TOKEN_URI = 'https://oauth2.googleapis.com/token';

/** Finds faults in credentials. Issues never contain their values. */
export function findCredentialIssues(credentials: Credentials): readonly Issue[] {
  const { client_email: email, private_key: key, token_uri: uri = TOKEN_URI } = credentials;
  const issues: Issue[] = [];
  if (asText(email) === '')
    issues.push(createIssue('client_email', 'the address of a service account', describeKind(email)));
  if (asText(key) === '') issues.push(createIssue('private_key', 'an RSA key in PEM', describeKind(key)));
  else if (parsePrivateKey(asText(key)) === null)
    issues.push(createIssue('private_key', 'an RSA key in PEM', 'another text'));
  if (!/^https?:$/u.test(parseProtocol(asText(uri))))
    issues.push(createIssue('token_uri', 'an http or https URL', describeKind(uri)));
  return issues;
}

/** Parses credentials; null if they have issues. */
export function parseServiceAccount(credentials: Credentials): ServiceAccount | null {
  const { type, client_email, private_key, private_key_id, token_uri = TOKEN_URI } = credentials;
  const key = parsePrivateKey(asText(private_key));
  if (key === null || findCredentialIssues(credentials).length > 0) return null;
  const tokenUri = type === 'service_account' ? null : asText(token_uri);
  return { email: asText(client_email), key, keyId: asText(private_key_id), tokenUri };
}

/** Parses an RSA key; null for anything else. Keys from environment variables often have `\n` as line ends. */
function parsePrivateKey(pem: string): KeyObject | null {
  try {
    const key = loadCrypto().createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

function parseProtocol(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}

function createIssue(field: string, expected: string, got: string): Issue {
  return { path: `credentials.${field}`, expected, got };
}

function describeKind(value: unknown): string {
  if (value === undefined || value === '') return 'nothing';
  return typeof value === 'string' ? `a string of ${value.length} characters` : `a ${typeof value}`;
}
