import websocket from '@fastify/websocket';
import { once } from 'node:events';
import { fastify, type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { antiphon } from '../../src/server/plugin.ts';
import { webSocketOptions } from '../../src/server/connections/webSocket.ts';
import {
  appWith,
  authenticate,
  doubled,
  joinSession,
  listening,
  mediaOf,
  offerOf,
  openSocket,
  post,
  problemIn,
  readRefusal,
  startSession,
} from './support.ts';

/** An app with a life of its own. */
function life(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, _request, reply) => reply.code(418).send({ own: error.message }));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('nothing here'));
  app.setReplySerializer((payload) => `own:${JSON.stringify(payload)}`);
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.get('/own', () => ({ is: 'there' }));
  app.get('/broken', () => {
    throw new Error('as ever');
  });
  app.post('/csv', ({ body }) => ({ body }));
}

/** Its own WebSocket, in a scope of its own so that the plugin's hook sees the route. */
async function echo(app: FastifyInstance): Promise<void> {
  await app.register(websocket, webSocketOptions);
  app.register(async (scope) => {
    scope.get('/echo', { websocket: true }, (socket) => void socket.on('message', (data) => socket.send(data)));
  });
}

/** Does to all routes of an app what @fastify/cors 11 does. */
function corsOfApp(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, routeOptions }, reply) => {
    if ((routeOptions.config as { readonly cors?: boolean }).cors === false) return;
    void reply.header('access-control-allow-origin', 'https://app.example');
    if (method === 'OPTIONS') await reply.code(204).send();
  });
  app.options('*', async () => undefined);
}

describe('an app around it', () => {
  it('keeps its routes, its error handler, its parsers and its serialiser', async () => {
    const app = await appWith({ prefix: '/voice' }, life);
    expect((await app.inject('/own')).body).toBe('own:{"is":"there"}');
    expect((await app.inject('/nowhere')).body).toBe('nothing here');
    const broken = await app.inject('/broken');
    expect([broken.statusCode, broken.body]).toEqual([418, 'own:{"own":"as ever"}']);
    const csv = await app.inject({
      method: 'POST',
      url: '/csv',
      payload: 'a,b',
      headers: { 'content-type': 'text/csv' },
    });
    expect(csv.body).toBe('own:{"body":"a,b"}');
  });

  it('does not change ours', async () => {
    const app = await appWith({ prefix: '/voice' }, life);
    expect((await post(app, {}, '/voice/v1/sessions')).json().state).toBe('created');
    expect(problemIn(await post(app, '{', '/voice/v1/sessions')).code).toBe('invalid_json');
    const headers = { 'content-type': 'text/csv' };
    const csv = await app.inject({ method: 'POST', url: '/voice/v1/sessions', payload: 'a,b', headers });
    expect(problemIn(csv).code).toBe('unsupported_media_type');
  });

  it('judges its callers before we do', async () => {
    const app = await appWith({}, (own) => {
      own.addHook('onRequest', async ({ headers }) => {
        if (headers.authorization !== 'Basic right')
          throw Object.assign(new Error('who are you?'), { statusCode: 401, code: 'OWN' });
      });
      own.setErrorHandler((error: Error, _request, reply) => reply.code(418).send({ own: error.message }));
    });
    const refused = await post(app, {});
    expect([refused.statusCode, refused.json()]).toEqual([418, { own: 'who are you?' }]);
    const headers = { authorization: 'Basic right' };
    expect((await app.inject({ method: 'POST', url: '/v1/sessions', headers })).statusCode).toBe(201);
  });

  it('keeps its WebSockets', async () => {
    const app = await appWith({}, echo);
    const at = await listening(app);
    const own = new WebSocket(`ws://${at.host}/echo`, ['own.v2', 'own.v1']);
    await once(own, 'open');
    expect(own.protocol).toBe('own.v2');
    own.send('hello');
    expect(String((await once(own, 'message'))[0])).toBe('hello');
    const session = await startSession(app);
    expect((await joinSession(session, at)).protocol).toBe('antiphon.v1');
    own.terminate();
  });

  it('may register it twice, for two agents', async () => {
    const app = await appWith({ prefix: '/one' });
    await app.register(antiphon, doubled({ prefix: '/two' }));
    for (const prefix of ['/one', '/two']) {
      expect((await post(app, {}, `${prefix}/v1/sessions`)).headers.location).toMatch(`${prefix}/v1/sessions/ses_`);
    }
  });

  it('may register it within a part of its own, if it has WebSockets itself', async () => {
    const app = await appWith({ prefix: '/one' });
    await app.register(
      async (part) => {
        await part.register(antiphon, doubled({ prefix: '/inner' }));
      },
      {
        prefix: '/outer',
      },
    );
    const at = await listening(app);
    const response = await post(app, {}, '/outer/inner/v1/sessions');
    const session = response.json();
    expect(response.headers.location).toBe(`/outer/inner/v1/sessions/${session.session_id}`);
    await once(openSocket(mediaOf(session, at, '/outer/inner'), offerOf(session)), 'open');
  });
});

describe('an app that would break it gets an error when it registers it, with the line to write', () => {
  const failure = async (around: (app: FastifyInstance) => unknown): Promise<unknown> => {
    const app = fastify();
    onTestFinished(() => app.close());
    try {
      await around(app);
      await app.register(antiphon, doubled());
    } catch (error) {
      return error;
    }
    return undefined;
  };

  it.each<[string, object, string]>([
    [
      'with options of its own',
      { options: { ...webSocketOptions.options, maxPayload: 65_537 } },
      'a maxPayload of 65537',
    ],
    [
      'with the fragments that ws allows',
      { options: { ...webSocketOptions.options, maxFragments: undefined } },
      'a maxFragments of 16384',
    ],
    ['that compresses', { options: { ...webSocketOptions.options, perMessageDeflate: true } }, 'perMessageDeflate'],
    ['with none', {}, 'a handleProtocols that does not choose antiphon.v1, a maxPayload of 104857600'],
  ])('%s', async (_what, options, fault) => {
    const error = await failure((app) => app.register(websocket, options));
    expect(error).toMatchObject({ code: 'usage_invalid' });
    expect(String(error)).toContain(`with ${fault}`);
    expect(String(error)).toContain(
      "app.register(websocket, webSocketOptions), with webSocketOptions from 'antiphon/server'",
    );
  });

  it('within a part of it that has no WebSockets', async () => {
    const error = await failure((app) =>
      app
        .register(async (part) => {
          await part.register(antiphon, doubled());
        })
        .ready(),
    );
    expect(error).toMatchObject({ code: 'usage_invalid' });
  });

  it('with an origin that is none', async () => {
    const error = await failure((app) => app.register(antiphon, doubled({ allowed_origins: ['example.com'] })));
    expect(String(error)).toContain('got example.com');
  });
});

describe('pages', () => {
  const allowed_origins = ['https://shop.example'];
  const from = async (origin: string, path = '/v1/sessions') => {
    const app = await appWith({ allowed_origins, public_url: 'https://talk.example:8443', authenticate });
    return app.inject({ method: 'POST', url: path, headers: { origin, host: 'talk.example:8443' } });
  };

  it('of its own origin may use it', async () => {
    expect((await from('https://talk.example:8443')).statusCode).toBe(201);
  });

  it.each([
    'https://elsewhere.example',
    'http://shop.example',
    'https://shop.example:444',
    'https://talk.example',
    'http://talk.example:8443',
    'null',
  ])('of others may not: %s', async (origin) => {
    const response = await from(origin);
    expect([response.statusCode, problemIn(response).code]).toEqual([403, 'origin_not_allowed']);
  });

  it('of an origin that is named may use it, and read what they get', async () => {
    const response = await from('https://shop.example');
    expect(response.statusCode).toBe(201);
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': 'https://shop.example', vary: 'origin' });
  });

  it('of an origin that is named may send a preflight', async () => {
    const app = await appWith({ allowed_origins });
    const ask = (origin: string) => app.inject({ method: 'OPTIONS', url: '/v1/sessions', headers: { origin } });
    const answer = await ask('https://shop.example');
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-openai-agents-sdk',
    });
    expect((await ask('https://elsewhere.example')).statusCode).toBe(403);
  });

  it('of an origin that is named may send a preflight, whatever @fastify/cors of the app allows', async () => {
    const app = await appWith({ allowed_origins }, corsOfApp);
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    const answer = await app.inject({ method: 'OPTIONS', url: '/v1/sessions', headers });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-openai-agents-sdk',
    });
    expect((await app.inject({ method: 'OPTIONS', url: '/own', headers })).headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
    });
  });

  it('of an origin that is named may join', async () => {
    const app = await appWith({ allowed_origins });
    const at = await listening(app);
    const session = await startSession(app);
    const client = openSocket(mediaOf(session, at), {
      ...offerOf(session),
      headers: { origin: 'https://shop.example' },
    });
    await once(client, 'open');
    const other = openSocket(mediaOf(session, at), {
      ...offerOf(session),
      headers: { origin: 'https://elsewhere.example' },
    });
    expect((await readRefusal(other)).problem.code).toBe('origin_not_allowed');
  });
});
