import type * as nodeCrypto from 'node:crypto';
import { defer, map, of, reduce, tap, throwError, type Observable } from 'rxjs';
import { lazyBuiltin } from '../../src/wire/lazyBuiltin.ts';
import { errorOf } from '../../src/wire/fault.ts';
import type { HttpRequest } from '../../src/wire/http.ts';
import { asNumber, asText, parseObject } from '../../src/wire/json.ts';
import { requestWithRetry } from '../../src/wire/requestWithRetry.ts';
import { extractBody } from '../../src/wire/tts/sentenceSynthesizer.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import { findCredentialIssues, parseServiceAccount, type Credentials, type ServiceAccount } from './credentials.ts';

/** The bearer tokens of requests. */
export interface AccessTokens {
  /** Returns the last token; null from a minute before it expires. */
  cached(): string | null;
  /** Emits a new token and caches it. Errors with `provider_refused` if the credentials cannot be used. */
  renew(): Observable<string>;
}

const loadCrypto = lazyBuiltin<typeof nodeCrypto>('node:crypto');

const LIFETIME_S = 3600;
const MARGIN_MS = 60_000;
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/**
 * Creates tokens for a service account, signed locally (RS256) without a request, as by Google's own clients. For
 * credentials of another `type`, the signature is exchanged for a token at `token_uri`.
 */
export function createAccessTokens(credentials: Credentials, name: string, deps: WireDeps): AccessTokens {
  let last: { readonly token: string; readonly endsAt: number } | null = null;
  return {
    cached: () => (last !== null && deps.scheduler.now() < last.endsAt - MARGIN_MS ? last.token : null),
    renew: () =>
      defer(() => {
        const account = parseServiceAccount(credentials);
        if (account === null)
          return throwError(() => errorOf(name, { kind: 'final', message: formatIssues(credentials) }));
        const token =
          account.tokenUri === null ? createSelfSigned(account, deps) : exchange(account, account.tokenUri, name, deps);
        return token.pipe(
          tap(({ token, lifetimeS }) => (last = { token, endsAt: deps.scheduler.now() + lifetimeS * 1000 })),
          map(({ token }) => token),
        );
      }),
  };
}

interface Token {
  readonly token: string;
  readonly lifetimeS: number;
}

/** @see https://developers.google.com/identity/protocols/oauth2/service-account#jwt-auth */
function createSelfSigned(account: ServiceAccount, deps: WireDeps): Observable<Token> {
  return of({ token: signJwt(account, { sub: account.email, scope: SCOPE }, deps), lifetimeS: LIFETIME_S });
}

/** @see https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
function exchange(account: ServiceAccount, tokenUri: string, name: string, deps: WireDeps): Observable<Token> {
  const assertion = signJwt(account, { scope: SCOPE, aud: tokenUri }, deps);
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request: HttpRequest = { url: tokenUri, method: 'POST', headers, body: form.toString() };
  return requestWithRetry(request, { name, secrets: [assertion] }, deps).pipe(
    extractBody,
    reduce((read, bytes) => Buffer.concat([read, bytes]), Buffer.alloc(0)),
    map((read) => parseToken(read.toString(), name)),
  );
}

function parseToken(answer: string, name: string): Token {
  const { access_token, expires_in } = parseObject(answer) ?? {};
  if (asText(access_token) === '') throw errorOf(name, { kind: 'retry', message: 'the answer holds no token' });
  return { token: asText(access_token), lifetimeS: asNumber(expires_in) ?? LIFETIME_S };
}

/** Creates a JSON Web Token that is valid for an hour. */
function signJwt({ email, key, keyId }: ServiceAccount, claims: object, deps: WireDeps): string {
  const iat = Math.floor(deps.wallClock() / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === '' ? {} : { kid: keyId }) };
  const text = [header, { iss: email, ...claims, exp: iat + LIFETIME_S, iat }].map(encodePart).join('.');
  return `${text}.${loadCrypto().sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

function encodePart(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}

function formatIssues(credentials: Credentials): string {
  return findCredentialIssues(credentials)
    .map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`)
    .join('; ');
}
