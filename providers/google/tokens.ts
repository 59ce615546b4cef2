import { sign } from 'node:crypto';
import { defer, map, of, reduce, tap, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { errorOf } from '../../src/wire/fault.ts';
import type { HttpRequest } from '../../src/wire/http.ts';
import { asNumber, asText, parseObject } from '../../src/wire/json.ts';
import { requestWithRetry } from '../../src/wire/requestWithRetry.ts';
import { extractBody } from '../../src/wire/tts/sentenceSynthesizer.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import { credentialIssues, serviceAccountIn } from './credentials.ts';
import type { Credentials, ServiceAccount } from './credentials.ts';

/** What requests carry as their `Bearer`. */
export interface Tokens {
  /** The last one, up to a minute before its end. */
  kept(): string | null;
  /** A new one, which is kept. */
  fresh(): Observable<string>;
}

const LIFE_S = 3600;
const MARGIN_MS = 60_000;
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/**
 * Tokens for a service account: it signs them itself (RS256), which takes no request, as Google's own clients do. One whose
 * `type` is not `service_account` has its signature exchanged for a token at its `token_uri`.
 *
 * `fresh` fails with `provider_refused` where the credentials cannot be used.
 */
export function tokensFor(credentials: Credentials, name: string, world: WireDeps): Tokens {
  let last: { readonly token: string; readonly endsAt: number } | null = null;
  return {
    kept: () => (last !== null && world.scheduler.now() < last.endsAt - MARGIN_MS ? last.token : null),
    fresh: () =>
      defer(() => {
        const account = serviceAccountIn(credentials);
        if (account === null)
          return throwError(() => errorOf(name, { kind: 'final', message: wrongWith(credentials) }));
        const token =
          account.tokenUri === null ? selfSigned(account, world) : exchanged(account, account.tokenUri, name, world);
        return token.pipe(
          tap(({ token, lifeS }) => (last = { token, endsAt: world.scheduler.now() + lifeS * 1000 })),
          map(({ token }) => token),
        );
      }),
  };
}

interface Token {
  readonly token: string;
  readonly lifeS: number;
}

/** https://developers.google.com/identity/protocols/oauth2/service-account#jwt-auth */
function selfSigned(account: ServiceAccount, world: WireDeps): Observable<Token> {
  return of({ token: signed(account, { sub: account.email, scope: SCOPE }, world), lifeS: LIFE_S });
}

/** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
function exchanged(account: ServiceAccount, tokenUri: string, name: string, world: WireDeps): Observable<Token> {
  const assertion = signed(account, { scope: SCOPE, aud: tokenUri }, world);
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request: HttpRequest = { url: tokenUri, method: 'POST', headers, body: form.toString() };
  return requestWithRetry(request, { name, secrets: [assertion] }, world).pipe(
    extractBody,
    reduce((read, bytes) => Buffer.concat([read, bytes]), Buffer.alloc(0)),
    map((read) => tokenIn(read.toString(), name)),
  );
}

function tokenIn(answer: string, name: string): Token {
  const { access_token, expires_in } = parseObject(answer) ?? {};
  if (asText(access_token) === '') throw errorOf(name, { kind: 'retry', message: 'no token in the answer for one' });
  return { token: asText(access_token), lifeS: asNumber(expires_in) ?? LIFE_S };
}

/** A JSON Web Token, good for an hour. */
function signed({ email, key, keyId }: ServiceAccount, claims: object, world: WireDeps): string {
  const iat = Math.floor(world.wallClock() / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === '' ? {} : { kid: keyId }) };
  const text = [header, { iss: email, ...claims, exp: iat + LIFE_S, iat }].map(part).join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

function part(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}

function wrongWith(credentials: Credentials): string {
  return credentialIssues(credentials)
    .map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`)
    .join('; ');
}
