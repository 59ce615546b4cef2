import { connect } from 'node:net';
import websocket from '@fastify/websocket';
import { fastify, type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { antiphon } from '../../../src/server/plugin.ts';
import { webSocketOptions } from '../../../src/server/connections/webSocket.ts';
import { untilClosed } from '../../support/untilClosed.ts';
import { appWith, doubled, listening, problemIn } from '../support.ts';

const ID = '/v1/sessions/ses_1';

describe('another method', () => {
  it.each([
    ['PUT', '/v1/sessions', 'POST, OPTIONS'],
    ['GET', '/startSession', 'POST, OPTIONS'],
    ['GET', '/v1/sessions?a=/', 'POST, OPTIONS'],
    ['PATCH', ID, 'GET, HEAD, DELETE, OPTIONS'],
    ['POST', ID, 'GET, HEAD, DELETE, OPTIONS'],
    ['GET', `${ID}/token`, 'POST, OPTIONS'],
    ['POST', `${ID}/media`, 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/metrics', 'GET, HEAD, OPTIONS'],
  ] as const)('is refused, with those that there are: %s %s', async (method, url, allow) => {
    const response = await (await appWith()).inject({ method, url });
    expect(problemIn(response)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(response.headers['allow']?.toString().split(', ').toSorted()).toEqual(allow.split(', ').toSorted());
  });

  it('is refused under the prefix', async () => {
    const app = await appWith({ prefix: '/voice' });
    expect((await app.inject({ method: 'PUT', url: '/voice/v1/sessions' })).statusCode).toBe(405);
    expect((await app.inject({ method: 'PUT', url: '/v1/sessions' })).statusCode).toBe(404);
  });

  it('is refused without a body for HEAD', async () => {
    const response = await (await appWith()).inject({ method: 'HEAD', url: '/v1/sessions' });
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST, OPTIONS']);
  });

  it('is refused before the server looks for a caller', async () => {
    const app = await appWith({ authenticate: () => undefined });
    expect((await app.inject({ method: 'PUT', url: '/v1/sessions' })).statusCode).toBe(405);
  });

  it('of a WebSocket is refused, and its connection closed', async () => {
    const at = await listening(await appWith());
    const socket = connect(Number(at.port), at.hostname);
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
    socket.write(`POST ${ID}/media HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`);
    await untilClosed(socket);
    expect(text).toMatch(/^HTTP\/1\.1 405 /u);
  });
});

describe('HEAD', () => {
  it.each(['/healthz', '/readyz', '/openapi.json', '/docs'])('is answered as GET is: %s', async (url) => {
    const response = await (await appWith()).inject({ method: 'HEAD', url });
    expect([response.statusCode, response.body]).toEqual([200, '']);
  });
});

describe('OPTIONS', () => {
  it('tells the methods', async () => {
    const response = await (await appWith()).inject({ method: 'OPTIONS', url: '/v1/sessions' });
    expect([response.statusCode, response.headers['allow'], response.body]).toEqual([204, 'POST, OPTIONS', '']);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('an app around it', () => {
  function life(app: FastifyInstance): void {
    app.setNotFoundHandler((_request, reply) => reply.code(404).send('nothing here'));
    app.options('*', (_request, reply) => reply.code(200).send('own options'));
  }

  it('may have other methods at the same addresses, before and after it', async () => {
    const app = await appWith({}, (own) => {
      own.put('/v1/sessions', () => 'before');
    });
    app.get('/v1/sessions', () => 'after');
    const answers = (['PUT', 'GET', 'PATCH'] as const).map((method) => app.inject({ method, url: '/v1/sessions' }));
    const [put, get, patch] = await Promise.all(answers);
    expect([put?.body, get?.body, patch?.statusCode]).toEqual(['before', 'after', 405]);
  });

  it('answers other methods itself if the plugin is inside a part of it', async () => {
    const app = fastify();
    onTestFinished(() => app.close());
    life(app);
    await app.register(websocket, webSocketOptions);
    await app.register(async (part) => part.register(antiphon, doubled()), { prefix: '/part' });
    const answers = (['POST', 'PUT', 'OPTIONS'] as const).map((method) =>
      app.inject({ method, url: '/part/v1/sessions' }),
    );
    const [post, put, options] = await Promise.all(answers);
    expect([post?.statusCode, put?.body, options?.body]).toEqual([201, 'nothing here', 'own options']);
  });

  it('keeps its 404 handler, and its OPTIONS', async () => {
    const app = await appWith({}, life);
    const urls = ['/v1/session', '/v1/sessions/', `${ID}/other`, `${ID}/token/`, '//v1/sessions'];
    const answers = await Promise.all(urls.map((url) => app.inject({ method: 'PUT', url })));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(urls.map(() => [404, 'nothing here']));
    expect((await app.inject({ method: 'OPTIONS', url: '/v1/sessions' })).body).toBe('own options');
  });
});
