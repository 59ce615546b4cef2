import { once } from 'node:events';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import {
  agentWith,
  appWith,
  config,
  listening,
  openSocket,
  post,
  problemIn,
  readRefusal,
  authenticate as anyone,
} from '../../support.ts';
import { messagesIn, messageToWire } from './wire.ts';

const CONNECT = '/v1/rtvi/connect';
const options = { rtvi: {} };

interface Answer {
  readonly ws_url: string;
  readonly token: string;
}

async function connected(app: FastifyInstance, body: object = {}): Promise<Answer> {
  return (await post(app, body, CONNECT)).json<Answer>();
}

/** The client's socket: it has the token in its query. */
function open({ ws_url, token }: Answer, at: URL, query = `?token=${encodeURIComponent(token)}`): WebSocket {
  return openSocket(`ws://${at.host}${new URL(ws_url).pathname}${query}`, { protocols: [] });
}

async function opened(answer: Answer, at: URL): Promise<WebSocket> {
  const socket = open(answer, at);
  await once(socket, 'open');
  return socket;
}

describe('POST /v1/rtvi/connect', () => {
  it('starts a session with its body, and answers with the address and a token only', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const answer = await post(await appWith({ ...options, agent }), { table: 4 }, CONNECT);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json()).toEqual({
      ws_url: 'ws://localhost/v1/rtvi/media',
      token: expect.stringMatching(/^ek_/u),
    });
    expect(seen).toEqual([{ table: 4 }]);
  });

  it('needs no body', async () => {
    const app = await appWith(options);
    const headers = { 'content-type': 'application/json' };
    expect((await app.inject({ method: 'POST', url: CONNECT, headers })).statusCode).toBe(200);
  });

  it('has the public address of the server', async () => {
    const app = await appWith({ ...options, public_url: 'https://voice.example.com/pipecat', authenticate: anyone });
    const answer = await app.inject({ method: 'POST', url: CONNECT, headers: { host: 'voice.example.com' } });
    expect(answer.json<Answer>().ws_url).toBe('wss://voice.example.com/pipecat/v1/rtvi/media');
  });

  it('needs a caller', async () => {
    const refused = await post(await appWith({ ...options, authenticate: () => undefined }), {}, CONNECT);
    expect(problemIn(refused)).toMatchObject({ code: 'unauthorized', detail: expect.stringContaining('credentials') });
  });

  it('needs the scope sessions:start', async () => {
    const authenticate = () => ({ name: 'monitor', scopes: ['sessions:read'] as const });
    const refused = await post(await appWith({ ...options, authenticate }), {}, CONNECT);
    expect(problemIn(refused).code).toBe('forbidden');
  });

  it('refuses a body that is no object, with a detail that the client shows', async () => {
    const refused = await post(await appWith(options), '[1]', CONNECT);
    expect(problemIn(refused)).toMatchObject({ code: 'invalid_request', detail: expect.any(String) });
  });

  it('refuses when the server is full', async () => {
    const app = await appWith({ ...options, max_sessions: 1 });
    await connected(app);
    expect(problemIn(await post(app, {}, CONNECT))).toMatchObject({ code: 'at_capacity', detail: expect.any(String) });
  });

  it('answers the preflight of an allowed origin, and its request', async () => {
    const origin = 'https://app.example.com';
    const app = await appWith({ ...options, allowed_origins: [origin] });
    const preflight = await app.inject({ method: 'OPTIONS', url: CONNECT, headers: { origin } });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, origin]);
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization');
    const answer = await app.inject({ method: 'POST', url: CONNECT, headers: { origin } });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
    const other = await app.inject({ method: 'POST', url: CONNECT, headers: { origin: 'https://other.example' } });
    expect(problemIn(other).code).toBe('origin_not_allowed');
  });

  it('is not there without the option', async () => {
    expect((await post(await appWith(), {}, CONNECT)).statusCode).toBe(404);
  });

  it.each([
    [{ max_duration: 0 }, 'rtvi.max_duration: expected seconds from 1 to 86400, got 0'],
    [{ report_functions: 'some' }, 'rtvi.report_functions: expected "ids" or "names" or "all", got some'],
  ])('refuses options that break a rule', async (rtvi, message) => {
    await expect(appWith({ rtvi: rtvi as object })).rejects.toMatchObject({ code: 'usage_invalid', message });
  });
});

describe('the socket of a client', () => {
  it('is opened once: its token is used then', async () => {
    const app = await appWith(options);
    const at = await listening(app);
    const answer = await connected(app);
    await opened(answer, at);
    expect((await readRefusal(open(answer, at))).problem.code).toBe('token_used');
  });

  it.each(['', '?token=', '?token=ek_x', '?token=a&token=b', '?other=1'])('refuses "%s"', async (query) => {
    const app = await appWith(options);
    const at = await listening(app);
    const { status, problem } = await readRefusal(open(await connected(app), at, query));
    expect([status, problem.code]).toEqual([401, 'token_invalid']);
  });

  it('refuses the token of a session of another protocol', async () => {
    const app = await appWith(options);
    const at = await listening(app);
    const { transport } = (await post(app)).json<{ readonly transport: Answer }>();
    const { problem } = await readRefusal(open({ ...(await connected(app)), token: transport.token }, at));
    expect(problem.code).toBe('token_invalid');
  });

  it('answers client-ready', async () => {
    const app = await appWith(options);
    const at = await listening(app);
    const socket = await opened(await connected(app), at);
    socket.send(messageToWire('client-ready', { version: '2.1.0' }, 'ab12'));
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(messagesIn([data])).toMatchObject([{ type: 'bot-ready', id: 'ab12' }]);
  });

  it('ends with disconnect-bot', async () => {
    const app = await appWith(options);
    const at = await listening(app);
    const socket = await opened(await connected(app), at);
    socket.send(messageToWire('disconnect-bot', {}));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1000);
  });

  it('is closed with 4400 when its client breaks the protocol, and no other is', async () => {
    const app = await appWith(options);
    const at = await listening(app);
    const good = await opened(await connected(app), at);
    const bad = await opened(await connected(app), at);
    bad.send(new Uint8Array([0x12, 0xff]));
    const [code] = (await once(bad, 'close')) as [number];
    expect([code, good.readyState]).toEqual([4400, good.OPEN]);
  });
});

/** Every line that a server logs while clients come with good and with bad tokens. */
async function logOf(
  visit: (answer: Answer, at: URL, app: FastifyInstance) => Promise<unknown>,
): Promise<readonly [string, Answer]> {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = await appWith(options, undefined, { logger: { level: 'trace', stream } });
  const at = await listening(app);
  const answer = await connected(app);
  await visit(answer, at, app);
  return [lines.join(''), answer];
}

describe('the token is in no line of the log', () => {
  it('of a client that joins, nor of one that is refused', async () => {
    const [log, { token }] = await logOf(async (answer, at) => {
      await opened(answer, at);
      await readRefusal(open(answer, at));
    });
    expect(log).toContain('client joined');
    expect(log).not.toContain(token);
  });

  const requests: readonly (readonly [
    string,
    (answer: Answer, app: FastifyInstance) => Promise<LightMyRequestResponse>,
  ])[] = [
    ['without an upgrade', ({ token }, app) => app.inject(`/v1/rtvi/media?token=${token}`)],
    ...(['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const).map(
      (method) =>
        [
          `with ${method}`,
          ({ token }: Answer, app: FastifyInstance) => app.inject({ method, url: `/v1/rtvi/media?token=${token}` }),
        ] as const,
    ),
  ];
  it.each(requests)('of a request %s', async (_what, visit) => {
    const [log, { token }] = await logOf((answer, _at, app) => visit(answer, app));
    expect(log).not.toContain(token);
  });
});

it('a request of another method is refused with the methods that there are', async () => {
  const refused = await post(await appWith(options), {}, '/v1/rtvi/media?token=x');
  expect([problemIn(refused).code, refused.headers['allow']]).toEqual(['method_not_allowed', 'GET, HEAD, OPTIONS']);
});
