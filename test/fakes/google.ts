import { validateToken, SCOPE, SELF_SIGNED, type Account } from './google/account.ts';
import { validateSynthesis, createResponse, type Synthesize } from './google/synthesis.ts';
import type { ClientRequest, FakeReply, FakeVendor } from './kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';

export interface GoogleTtsFakeOptions {
  /** The account that may send requests. */
  readonly account: Account;
  /** Synthesises a text. @default encodeText */
  readonly synthesize?: Synthesize;
}

const TOKEN = 'ya29.fake';
const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The format that Google's own client requests. */
const SDK_QUERY = '$alt=json;enum-encoding=int';

/** Google's text to speech: `POST /v1/text:synthesize`; and `POST /token`, where a signature is exchanged for a token. */
export function createGoogleTtsFake({ account, synthesize = encodeText }: GoogleTtsFakeOptions): FakeVendor {
  return {
    validate: (request) =>
      request.path === '/token' ? validateGrant(request, account) : validateRequest(request, account),
    refuse,
    answer: async ({ path, body }) =>
      path === '/token'
        ? json(200, { access_token: TOKEN, expires_in: 3599, token_type: 'Bearer' })
        : { status: 200, headers: JSON_TYPE, body: await createResponse(Buffer.from(body).toString(), synthesize) },
  };
}

function validateRequest({ method, path, query, headers, body }: ClientRequest, account: Account): readonly string[] {
  const token = /^Bearer (\S+)$/u.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const parameters = query.map((pair) => pair.join('=')).filter((pair) => pair !== SDK_QUERY);
  return [
    ...(method === 'POST' && path === '/v1/text:synthesize' ? [] : [`${method} ${path}`]),
    ...parameters.map((pair) => `no such parameter: ${pair}`),
    ...(token === TOKEN ? [] : validateToken(token, account, SELF_SIGNED)),
    ...(headers['content-type'] === 'application/json' ? [] : ['the body is JSON']),
    ...validateSynthesis(Buffer.from(body).toString()),
  ];
}

function validateGrant({ method, query, headers, body }: ClientRequest, account: Account): readonly string[] {
  const { grant_type, assertion = '', ...rest } = Object.fromEntries(new URLSearchParams(Buffer.from(body).toString()));
  return [
    ...(method === 'POST' && query.length === 0 ? [] : ['a token is had by POST']),
    ...(headers['content-type'] === 'application/x-www-form-urlencoded' ? [] : ['the body is a form']),
    ...(grant_type === JWT_GRANT ? [] : [`no such grant: ${grant_type}`]),
    ...validateToken(assertion, account, { scope: SCOPE, aud: `http://${headers['host']}/token` }),
    ...Object.keys(rest).map((name) => `no such field: ${name}`),
  ];
}

const JSON_TYPE = { 'content-type': 'application/json; charset=UTF-8' };

function json(status: number, body: object): FakeReply {
  return { status, headers: JSON_TYPE, body: JSON.stringify(body) };
}

function refuse(code: number): FakeReply {
  const [status, message] =
    code === 401
      ? ['UNAUTHENTICATED', 'Request had invalid authentication credentials.']
      : ['RESOURCE_EXHAUSTED', 'Quota exceeded for this project.'];
  return json(code, { error: { code, message, status } });
}
