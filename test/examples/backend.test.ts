import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StartSessionResponse } from 'antiphon/server';
import { createLlmDouble, createSttDouble, createTtsDouble, createVadDouble } from 'antiphon/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createBackend } from '../../examples/backend/createBackend.ts';
import { createLogins } from '../../examples/backend/logins.ts';
import { startSession } from '../../examples/backend/startSession.ts';
import { openVoiceServer, type OpenVoiceServer } from '../../examples/backend/voiceServer.ts';
import { startSession as startInBrowser } from '../../src/client/sessions.ts';

interface Running {
  readonly origin: string;
  readonly voice: OpenVoiceServer;
  /** The `custom_data` of each session. */
  readonly configured: readonly unknown[];
  readonly log: readonly string[];
  readonly post: (path: string, body: unknown, cookie?: string) => Promise<Response>;
  /** Logs in, and returns the cookie. */
  readonly logIn: () => Promise<string>;
}

async function listen(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function detailOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { readonly detail?: unknown }).detail;
}

async function readSession(response: Response): Promise<StartSessionResponse> {
  return (await response.json()) as StartSessionResponse;
}

/** The backend of the example, in front of a voice server with doubles. */
async function run(): Promise<Running> {
  const [configured, log]: [unknown[], string[]] = [[], []];
  const backend = createBackend({
    logins: createLogins({ user: 'ada', password: 'right' }),
    startSession: (request, signal) => startSession(voice, request, signal),
    log: (line) => void log.push(line),
  });
  const origin = await listen(backend);
  const agent = {
    configure_session: ({ custom_data }: { readonly custom_data: unknown }) => {
      configured.push(custom_data);
      const provider = { provider: 'deepgram', api_key: 'none' } as const;
      return {
        vad: { provider: 'silero' } as const,
        stt: provider,
        tts: provider,
        initial_messages: [],
        session_data: {},
      };
    },
    llm_response_handler: createLlmDouble([]),
  };
  const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };
  const voice = await openVoiceServer(origin, {}, { agent, ports, max_loop_delay: 60, logger: false });
  onTestFinished(voice.close);
  const post: Running['post'] = (path, body, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie };
    return fetch(new URL(path, origin), { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const logIn = async (): Promise<string> => {
    const response = await post('/login', { user: 'ada', password: 'right' });
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  return { origin, voice, configured, log, post, logIn };
}

describe('the backend', () => {
  it('serves a page and the browser client, without its key', async () => {
    const { origin, voice } = await run();
    const page = await (await fetch(origin)).text();
    expect(page).toContain("from '/client/index.js'");
    const client = await (await fetch(new URL('/client/index.js', origin))).text();
    const [, imported = ''] = /from "\.\/([\w.]+)"/u.exec(client) ?? [];
    for (const module of ['index.js', imported, 'capture.worklet.js']) {
      const response = await fetch(new URL(`/client/${module}`, origin));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    }
    expect(page).not.toContain(voice.key);
  });

  it.each(['/client/../package.json', '/client/%2e%2e/index.js', '/client/none.js', '/package.json'])(
    'serves nothing else, such as %s',
    async (path) => {
      const { origin } = await run();
      expect((await fetch(origin + path)).status).toBe(404);
    },
  );

  it('starts no session for somebody who is not logged in', async () => {
    const { post, configured } = await run();
    for (const cookie of ['', 'login=', 'login=guessed']) {
      const response = await post('/talk', {}, cookie);
      expect([response.status, await detailOf(response)]).toEqual([401, 'Log in first.']);
    }
    expect(configured).toEqual([]);
  });

  it.each([
    ['a wrong password', { user: 'ada', password: 'wrong' }],
    ['another user', { user: 'bob', password: 'right' }],
    ['nothing', {}],
  ])('lets nobody in with %s', async (_what, credentials) => {
    const { post } = await run();
    const response = await post('/login', credentials);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null]);
  });

  it('keeps its login from scripts and other sites', async () => {
    const { post } = await run();
    const response = await post('/login', { user: 'ada', password: 'right' });
    expect(response.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict$/u);
  });

  it('starts a session for a user who is logged in, whom the page cannot change, and keeps its key', async () => {
    const { post, logIn, configured, voice } = await run();
    const response = await post('/talk', { custom_data: { user: 'root' }, max_duration: 86_400 }, await logIn());
    const text = await response.text();
    expect(response.status).toBe(201);
    expect(configured).toEqual([{ user: 'ada' }]);
    expect(text).not.toContain(voice.key);
    expect((JSON.parse(text) as StartSessionResponse).transport.token).toMatch(/^ek_/u);
  });

  it('starts sessions for the browser client, which joins them from its page', async () => {
    const { origin, post, logIn } = await run();
    const cookie = await logIn();
    const transport = await startInBrowser({
      sessionsUrl: '',
      startSession: async (request) => readSession(await post('/talk', request, cookie)),
      customData: {},
      frameMs: 40,
      lifetime: new AbortController().signal,
    });
    expect(transport.audio.output.frame_ms).toBe(40);
    const client = new WebSocket(transport.url, [transport.protocol, `antiphon.token.${transport.token}`], { origin });
    const [message] = (await once(client, 'message')) as [Buffer];
    expect(JSON.parse(message.toString()).type).toBe('session.started');
    client.close();
    await once(client, 'close');
  });

  it('says that the agent cannot be reached, and logs why', async () => {
    const { post, logIn, log, voice } = await run();
    const cookie = await logIn();
    await voice.close();
    const response = await post('/talk', {}, cookie);
    expect([response.status, await detailOf(response)]).toEqual([502, 'The agent cannot be reached.']);
    expect(log).toEqual([expect.stringMatching(/^backend: /u)]);
    expect(log.join()).not.toContain(voice.key);
  });
});

describe('a start whose connection breaks', () => {
  it('is tried again with the same Idempotency-Key', async () => {
    const keys: unknown[] = [];
    const url = await listen(
      createServer((request: IncomingMessage, response) => {
        keys.push(request.headers['idempotency-key']);
        if (keys.length === 1) request.socket.destroy();
        else response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
      }),
    );
    const answer = await startSession({ url, key: 'ak_1' }, {}, new AbortController().signal);
    expect(answer).toEqual({ status: 201, type: 'application/json', body: '{}' });
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/u), keys[0]]);
  });

  const answered = async (status: number): Promise<unknown> => {
    const url = await listen(createServer((_request, response) => response.writeHead(status).end('no')));
    return startSession({ url, key: 'ak_1' }, {}, new AbortController().signal);
  };

  it.each([503, 429])('and is not if it is answered with %i, which is for the page', async (status) => {
    expect(await answered(status)).toMatchObject({ status, body: 'no' });
  });

  it.each([401, 403, 500])('and is not if it is answered with %i, which is for the log', async (status) => {
    await expect(answered(status)).rejects.toThrow(`the voice server answered ${status}: no`);
  });
});

describe('logins', () => {
  const cookieOf = (cookie: string | undefined): string => cookie?.split(';')[0] ?? '';

  it('last for an hour', () => {
    let nowMs = 0;
    const logins = createLogins({ user: 'ada', password: 'right', now: () => nowMs });
    const cookie = cookieOf(logins.logIn('ada', 'right'));
    nowMs = 3_599_999;
    expect(logins.findUser(`theme=dark; ${cookie}`)).toBe('ada');
    nowMs = 3_600_000;
    expect(logins.findUser(cookie)).toBeUndefined();
  });

  it('are the latest 1000', () => {
    const logins = createLogins({ user: 'ada', password: 'right' });
    const cookies = Array.from({ length: 1001 }, () => cookieOf(logins.logIn('ada', 'right')));
    expect([0, 1, 1000].map((index) => logins.findUser(cookies[index]))).toEqual([undefined, 'ada', 'ada']);
  });
});

it('a voice server elsewhere needs a key', async () => {
  await expect(openVoiceServer('', { ANTIPHON_URL: 'https://voice.example' })).rejects.toThrow(
    'ANTIPHON_KEY: expected the API key for ANTIPHON_URL, got nothing',
  );
});
