import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { VirtualTimeScheduler } from 'rxjs';
import type { SessionResource } from '../../../../src/server/http/resources.ts';
import { describe, expect, it } from 'vitest';
import { ANSWER, createRtcDouble, OFFER } from '../../webrtc/double.ts';
import { agentWith, appWith, config, post, problemIn } from '../../support.ts';

const PATH = '/v1/realtime/calls';
const SECRETS = '/v1/realtime/client_secrets';
const ORIGIN = 'https://example.com';
const authenticate = ({ headers }: { readonly headers: { readonly authorization?: string | undefined } }) =>
  headers.authorization === 'Bearer key' ? { name: 'shop', scopes: ['sessions:start'] as const } : undefined;

interface Offered {
  readonly key?: string;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly query?: string;
}

function offer(
  app: FastifyInstance,
  { key = 'key', type = 'application/sdp', body = OFFER, query = '' }: Offered = {},
) {
  const headers = { 'content-type': type, authorization: `Bearer ${key}` };
  return app.inject({ method: 'POST', url: `${PATH}${query}`, headers, payload: body });
}

/** A form as the official clients send it. */
async function formOf(
  fields: Readonly<Record<string, string | Blob>>,
): Promise<Required<Pick<Offered, 'type' | 'body'>>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string);
  const response = new Response(form);
  const body = Buffer.from(await response.arrayBuffer());
  return { type: response.headers.get('content-type') ?? '', body };
}

async function served(options: Parameters<typeof appWith>[0] = {}, double = createRtcDouble()) {
  const seen: unknown[] = [];
  const agent = agentWith({
    configure_session: ({ custom_data }) => {
      seen.push(custom_data);
      return config;
    },
  });
  const app = await appWith({ agent, authenticate, realtime: {}, webrtc: double.webrtc, ...options });
  return { app, seen, ...double };
}

async function createSecret(app: FastifyInstance): Promise<string> {
  const headers = { authorization: 'Bearer key' };
  return (await app.inject({ method: 'POST', url: SECRETS, headers })).json().value;
}

const idIn = ({ headers }: LightMyRequestResponse): string => String(headers['location']).split('/').at(-1) ?? '';

async function stateOf(app: FastifyInstance, id: string): Promise<unknown> {
  const headers = { authorization: 'Bearer key' };
  const { state, reason } = (await app.inject({ url: `/v1/sessions/${id}`, headers })).json();
  return [state, reason];
}

describe('POST /v1/realtime/calls', () => {
  it('begins a session whose address is that of the API', async () => {
    const { app } = await served();
    const id = idIn(await offer(app, { key: await createSecret(app) }));
    const headers = { authorization: 'Bearer key' };
    const { transport } = (await app.inject({ url: `/v1/sessions/${id}`, headers })).json<SessionResource>();
    expect(new URL(transport.url).pathname).toBe('/v1/realtime');
  });

  it('answers the offer of a client with a secret', async () => {
    const { app, clients, seen } = await served();
    const response = await offer(app, { key: await createSecret(app) });
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      201,
      'application/sdp',
      ANSWER,
    ]);
    expect(response.headers['location']).toMatch(/^\/v1\/realtime\/calls\/\w+/u);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(clients).toMatchObject([{ adapter: { protocol: 'realtime' }, label: 'oai-events' }]);
    expect(seen).toHaveLength(1);
  });

  it('lets one client in with a secret, once', async () => {
    const { app, clients } = await served();
    const key = await createSecret(app);
    const responses = await Promise.all([offer(app, { key }), offer(app, { key }), offer(app, { key })]);
    const codes = responses.map(({ statusCode }) => statusCode);
    expect([codes.filter((code) => code === 201), codes.filter((code) => code === 401)]).toEqual([[201], [401, 401]]);
    expect(clients).toHaveLength(1);
  });

  it('begins a session for a client with an API key', async () => {
    const { app, seen } = await served();
    const response = await offer(app, { query: '?model=reception' });
    expect(response.statusCode).toBe(201);
    expect(seen).toEqual([{ provider: 'realtime', model: 'reception', metadata: {} }]);
    expect(await stateOf(app, idIn(response))).toEqual(['connecting', undefined]);
  });

  it('takes a form with the offer and the session, as a backend sends it', async () => {
    const { app, seen } = await served();
    const session = JSON.stringify({ type: 'realtime', model: 'reception', metadata: { guest: 7 } });
    const form = await formOf({
      sdp: new Blob([OFFER], { type: 'application/sdp' }),
      session: new Blob([session], { type: 'application/json' }),
    });
    expect((await offer(app, form)).statusCode).toBe(201);
    expect(seen).toEqual([{ provider: 'realtime', model: 'reception', metadata: { guest: 7 } }]);
  });

  it.each([
    ['without an offer', { session: '{}' }, '/sdp', 'expected an SDP, which begins with v=0'],
    ['whose session is no JSON', { sdp: OFFER, session: '{' }, '/session', 'expected JSON'],
    ['whose session is no object', { sdp: OFFER, session: '7' }, '/session', 'expected an object'],
    ['with a wrong field', { sdp: OFFER, session: '{"metadata":7}' }, '/session/metadata', 'expected an object'],
  ])('refuses a form %s, and begins no session', async (_, fields, pointer, detail) => {
    const { app, seen } = await served();
    expect(problemIn(await offer(app, await formOf(fields))).errors).toEqual([{ pointer, detail }]);
    expect(seen).toEqual([]);
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=x'])('refuses what is no form of %s', async (type) => {
    const { app } = await served();
    const { errors } = problemIn(await offer(app, { type, body: 'sdp' }));
    expect(errors).toEqual([{ pointer: '', detail: 'expected a multipart/form-data form' }]);
  });

  it('refuses another media type, and says which it takes', async () => {
    const { app } = await served();
    expect(problemIn(await offer(app, { type: 'application/json', body: '{}' }))).toMatchObject({
      code: 'unsupported_media_type',
      detail: 'The body must be application/sdp or multipart/form-data.',
    });
  });

  it.each(['application/sdp', 'multipart/form-data; boundary=x'])('refuses %s of more than 64 KiB', async (type) => {
    const { app } = await served();
    expect(problemIn(await offer(app, { type, body: `v=0${' '.repeat(65_536)}` })).code).toBe('payload_too_large');
  });

  it('keeps the secret of a client whose offer was wrong', async () => {
    const { app } = await served();
    const key = await createSecret(app);
    expect((await offer(app, { key, body: 'v=1' })).statusCode).toBe(422);
    expect((await offer(app, { key })).statusCode).toBe(201);
  });

  it.each([
    ['another', 'unauthorized'],
    ['ek_wrong', 'token_invalid'],
  ])('refuses the key "%s"', async (key, code) => {
    const { app } = await served();
    const response = problemIn(await offer(app, { key }));
    expect([response.status, response.code]).toEqual([401, code]);
  });

  it('refuses who may not start sessions', async () => {
    const { app } = await served({ authenticate: () => ({ name: 'reader', scopes: ['sessions:read'] }) });
    expect(problemIn(await offer(app)).code).toBe('forbidden');
  });

  it('refuses the token of a session of another protocol', async () => {
    const { app } = await served({ authenticate: undefined });
    const { transport } = (await post(app, {})).json();
    expect(problemIn(await offer(app, { key: transport.token })).code).toBe('token_invalid');
  });

  it('refuses a session above the limit of the server with 503', async () => {
    const { app } = await served({ max_sessions: 1 });
    await offer(app);
    expect(problemIn(await offer(app)).code).toBe('at_capacity');
  });

  it('ends the session of an offer that cannot be answered', async () => {
    const { app } = await served({ max_sessions: 1 }, createRtcDouble(''));
    expect(problemIn(await offer(app)).errors?.[0]?.detail).toBe('expected an offer that can be answered: no');
    expect((await offer(app)).statusCode).toBe(422);
  });

  it('ends the session of a client that is not connected within 10 s', async () => {
    const scheduler = new VirtualTimeScheduler();
    const { app } = await served({ scheduler });
    const id = idIn(await offer(app));
    scheduler.maxFrames = 10_000;
    scheduler.flush();
    expect(await stateOf(app, id)).toEqual(['ended', 'join_timeout']);
  });

  it('says that a server takes nobody over WebRTC', async () => {
    const { app, seen } = await served({ webrtc: undefined });
    const { status, code } = problemIn(await offer(app));
    expect([status, code, seen]).toEqual([501, 'webrtc_not_available', []]);
  });

  it('is not there unless the server takes these clients', async () => {
    const { app } = await served({ realtime: undefined });
    expect((await offer(app)).statusCode).toBe(404);
  });

  it('may be called by pages of the allowed origins, with the headers of the SDK', async () => {
    const { app } = await served({ allowed_origins: [ORIGIN] });
    const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url: PATH, headers: { origin: ORIGIN } });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, ORIGIN]);
    expect(headers['access-control-allow-headers']).toContain('x-openai-agents-sdk');
  });
});

describe('POST /v1/realtime/calls/:id/hangup', () => {
  const hangUp = (app: FastifyInstance, id: string, key = 'key') =>
    app.inject({ method: 'POST', url: `${PATH}/${id}/hangup`, headers: { authorization: `Bearer ${key}` } });

  it('ends the session of its caller', async () => {
    const { app, closed } = await served();
    const id = idIn(await offer(app));
    expect((await hangUp(app, id)).statusCode).toBe(200);
    expect([await stateOf(app, id), closed()]).toEqual([['ended', 'ended_by_api'], 1]);
  });

  it('ends no session of others', async () => {
    const { app } = await served({
      authenticate: ({ headers }) => ({ name: headers.authorization?.slice(7) ?? '', scopes: ['sessions:start'] }),
    });
    const id = idIn(await offer(app));
    expect(problemIn(await hangUp(app, id, 'another')).code).toBe('session_not_found');
    expect(await stateOf(app, id)).toEqual(['connecting', undefined]);
  });
});
