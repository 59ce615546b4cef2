import { createRequire } from 'node:module';
import type * as aws4fetch from 'aws4fetch';
import { defer, from, map, type Observable } from 'rxjs';
import { lazy } from '../../src/core/lazy.ts';
import { requirePackages } from '../../src/core/requirePackages.ts';
import type { HttpRequest } from '../../src/wire/http.ts';
import type { AwsCredentials } from './credentials.ts';

const AWS4FETCH = 'aws4fetch';

const loadAws4fetch = lazy(() => {
  requireAws4fetch();
  return createRequire(import.meta.url)(AWS4FETCH) as typeof aws4fetch;
});

/** @throws AntiphonError `provider_unavailable` if the package that signs requests is not installed */
export function requireAws4fetch(): void {
  requirePackages([AWS4FETCH], 'TTS.Polly', { code: 'provider_unavailable', provider: 'polly' });
}

export interface SignatureOptions {
  readonly credentials: AwsCredentials;
  readonly region: string;
  /** Unix time of the request, in ms. AWS refuses one that differs by more than 5 min from its own. */
  readonly now: number;
}

/** A request whose body is text. */
export interface TextRequest extends HttpRequest {
  readonly body: string;
}

/** Emits the request with the headers of its signature (Signature Version 4), which covers its body and all headers. */
export function signRequest(
  request: TextRequest,
  { credentials, region, now }: SignatureOptions,
): Observable<HttpRequest> {
  return defer(() => {
    const { AwsV4Signer } = loadAws4fetch();
    const { sessionToken, ...key } = credentials;
    const datetime = new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/gu, '');
    const signer = new AwsV4Signer({
      ...request,
      ...key,
      ...(sessionToken === null ? {} : { sessionToken }),
      service: 'polly',
      region,
      datetime,
      allHeaders: true,
    });
    return from(signer.sign()).pipe(map(({ headers }) => ({ ...request, headers: Object.fromEntries(headers) })));
  });
}
