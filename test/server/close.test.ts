import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { ProblemBody } from '../../src/server/problems/problem.ts';
import { passThrough } from '../../src/session/recording.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import {
  agentWith,
  appWith,
  config,
  joinSession,
  openSocket,
  listening,
  mediaOf,
  post,
  problemIn,
  readRefusal,
  startSession,
  offerOf,
} from './support.ts';

/** An app with a session whose agent is audible. */
async function speaking(
  options: FastifyServerOptions = {},
  prepare: (app: FastifyInstance) => unknown = () => undefined,
): Promise<{ readonly app: FastifyInstance; readonly at: URL; readonly client: WebSocket }> {
  const first_message = 'A long sentence that takes its time, and then some more.';
  const agent = agentWith({ configure_session: () => ({ ...config, first_message }) });
  const app = await appWith({ agent }, () => undefined, options);
  prepare(app);
  const at = await listening(app);
  const client = await joinSession(await startSession(app), at);
  await new Promise<void>((resolve) => client.on('message', (_data, isBinary) => isBinary && resolve()));
  return { app, at, client };
}

describe('closing the app ends', () => {
  it('sessions that nobody has joined', async () => {
    const scheduler = new VirtualClock();
    const app = await appWith({ scheduler });
    await listening(app);
    await startSession(app);
    await app.close();
    expect(scheduler.pending).toBe(0);
  });

  it('sessions whose client is connected: it gets the reason', async () => {
    const app = await appWith();
    const client = await joinSession(await startSession(app), await listening(app));
    const types: string[] = [];
    client.on('message', (data: Buffer) => types.push(JSON.parse(data.toString()).type));
    const left = once(client, 'close');
    await app.close();
    expect((await left)[0]).toBe(1012);
    expect(types.at(-1)).toBe('session.ended');
  });

  it('sessions whose client has stopped reading, and never answers', async () => {
    const app = await appWith();
    const client = await joinSession(await startSession(app), await listening(app));
    client.pause();
    await app.close();
  });

  it('sessions in the middle of a word, whose client does not report how much it has played', async () => {
    const { app, client } = await speaking();
    const left = once(client, 'close');
    await app.close();
    expect((await left)[0]).toBe(1012);
  });

  it('when the recordings of its sessions are written', async () => {
    const done: string[] = [];
    const written = async (): Promise<void> => {
      done.push('ended');
      await setImmediate();
      done.push('written');
    };
    const app = await appWith({ record: { ...passThrough, written } });
    const session = await startSession(app);
    await joinSession(session, await listening(app));
    await app.close();
    expect(done).toEqual(['ended', 'written']);
  });

  it('sessions that are ending', async () => {
    const app = await appWith();
    const session = await startSession(app);
    const client = await joinSession(session, await listening(app));
    client.send(JSON.stringify({ type: 'session.end' }));
    const deleted = app.inject({ method: 'DELETE', url: `/v1/sessions/${session.session_id}` });
    await Promise.all([app.close(), deleted]);
  });

  it('sessions that are being configured: their caller gets the error', async () => {
    let enter = (): void => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const agent = agentWith({
      configure_session: () => {
        enter();
        return new Promise(() => undefined);
      },
    });
    const scheduler = new VirtualClock();
    const app = await appWith({ agent, scheduler });
    await listening(app);
    const starting = post(app, {});
    await entered;
    await app.close();
    const response = await starting;
    expect([response.statusCode, problemIn(response).code]).toEqual([503, 'draining']);
    expect(response.headers['retry-after']).toBe('5');
  });

  it('sessions that have been configured meanwhile', async () => {
    let answer = (): void => undefined;
    const configuring = new Promise<typeof config>((resolve) => (answer = () => resolve(config)));
    let enter = (): void => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const agent = agentWith({
      configure_session: () => {
        enter();
        return configuring;
      },
    });
    const scheduler = new VirtualClock();
    const app = await appWith({ agent, scheduler });
    const starting = post(app, {});
    await entered;
    await app.close();
    answer();
    await starting;
    await scheduler.run(0);
    // Neither the session nor its deadlines are left.
    expect(scheduler.pending).toBe(0);
  });
});

describe('while the app closes', () => {
  it('no session is started, and the answer gives the reason, also where fastify continues', async () => {
    // It goes on closing until both are answered.
    let release = (): void => undefined;
    const answered = new Promise<void>((resolve) => (release = resolve));
    const { app, at } = await speaking({ return503OnClosing: false }, (own) => own.addHook('preClose', () => answered));
    const closing = app.close();
    const ready = await fetch(new URL('/readyz', at));
    expect([ready.status, ((await ready.json()) as ProblemBody).code]).toEqual([503, 'draining']);
    const start = await fetch(new URL('/v1/sessions', at), { method: 'POST' });
    expect([start.status, ((await start.json()) as ProblemBody).code]).toEqual([503, 'draining']);
    release();
    await closing;
  });
});

describe('closing the app ends after', () => {
  it.each<
    [
      string,
      string,
      (url: string, offer: Parameters<typeof openSocket>[1]) => [string, Parameters<typeof openSocket>[1]],
    ]
  >([
    ['a refused token', 'token_invalid', (url) => [url, {}]],
    ['a refused session', 'session_not_found', (url, offer) => [url.replace('ses_', 'ses_no'), offer]],
    ['an upgrade where there is no WebSocket', 'upgrade_here', (url) => [url.replace(/\/ses_.*$/u, ''), {}]],
    ['an upgrade of nothing', 'nothing_here', (url) => [`${new URL(url).origin}/nowhere`, {}]],
  ])('%s', async (_what, _code, wrong) => {
    const app = await appWith();
    const at = await listening(app);
    const session = await startSession(app);
    const client = openSocket(...wrong(mediaOf(session, at), offerOf(session)));
    await readRefusal(client).catch(() => undefined);
    await app.close();
  });

  it('an upgrade that a hook of the app has refused', async () => {
    const app = await appWith({}, (own) =>
      own.addHook('onRequest', async ({ headers }) => {
        if (headers['x-refused'] !== undefined) throw Object.assign(new Error('Who are you?'), { statusCode: 401 });
      }),
    );
    const at = await listening(app);
    const session = await startSession(app);
    const client = openSocket(mediaOf(session, at), { ...offerOf(session), headers: { 'x-refused': 'yes' } });
    expect((await readRefusal(client)).status).toBe(401);
    await app.close();
  });

  it('an upgrade that came while it closed', async () => {
    const { app, at } = await speaking();
    const closing = app.close();
    const late = openSocket(`ws://${at.host}/anywhere`);
    await once(late, 'error');
    await closing;
  });

  it('a handshake that was no WebSocket', async () => {
    const app = await appWith();
    const at = await listening(app);
    const { session_id, transport } = await startSession(app);
    const socket = connect(Number(at.port), at.hostname);
    // The server that closes may reset it.
    socket.on('error', () => undefined);
    socket.write(
      [
        `GET /v1/sessions/${session_id}/media HTTP/1.1`,
        `Host: ${at.host}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 7',
        'Sec-WebSocket-Key: short',
        `Sec-WebSocket-Protocol: antiphon.v1, antiphon.token.${transport.token}`,
        '\r\n',
      ].join('\r\n'),
    );
    await once(socket, 'data');
    await app.close();
    socket.destroy();
  });
});
