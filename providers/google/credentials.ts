import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Issue } from '../../src/core/errors.ts';
import { asText } from '../../src/wire/json.ts';

/** The content of a service account's key file, as Google gives it out. */
export type Credentials = Readonly<Record<string, unknown>>;

/** What of the credentials a request is signed with. */
export interface ServiceAccount {
  readonly email: string;
  readonly key: KeyObject;
  readonly keyId: string;
  /** Where a token is had for a signature; null: the signature itself is the token. */
  readonly tokenUri: string | null;
}

const TOKEN_URI = 'https://oauth2.googleapis.com/token';

/** What is wrong with credentials. No issue shows what they hold. */
export function credentialIssues(credentials: Credentials): readonly Issue[] {
  const { client_email: email, private_key: key, token_uri: uri = TOKEN_URI } = credentials;
  const issues: Issue[] = [];
  if (asText(email) === '') issues.push(issue('client_email', 'the address of a service account', kindOf(email)));
  if (asText(key) === '') issues.push(issue('private_key', 'an RSA key in PEM', kindOf(key)));
  else if (privateKey(asText(key)) === null) issues.push(issue('private_key', 'an RSA key in PEM', 'what is none'));
  if (!/^https?:$/u.test(protocolOf(asText(uri)))) issues.push(issue('token_uri', 'an http or https URL', kindOf(uri)));
  return issues;
}

/** Null for credentials that have issues. */
export function serviceAccountIn(credentials: Credentials): ServiceAccount | null {
  const { type, client_email, private_key, private_key_id, token_uri = TOKEN_URI } = credentials;
  const key = privateKey(asText(private_key));
  if (key === null || credentialIssues(credentials).length > 0) return null;
  const tokenUri = type === 'service_account' ? null : asText(token_uri);
  return { email: asText(client_email), key, keyId: asText(private_key_id), tokenUri };
}

/** Null for what is no RSA key. Keys that went through a variable of the environment often have `\n` for their line ends. */
function privateKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}

function issue(field: string, expected: string, got: string): Issue {
  return { path: `credentials.${field}`, expected, got };
}

function kindOf(value: unknown): string {
  if (value === undefined || value === '') return 'nothing';
  return typeof value === 'string' ? `a string of ${value.length} characters` : `a ${typeof value}`;
}
