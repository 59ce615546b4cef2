import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { agentWith, appWith, config, listening, openSocket, post, problemIn, readRefusal } from '../../support.ts';

const enabled = { realtime: {} };
const authenticate = ({ headers }: { readonly headers: { readonly authorization?: string | undefined } }) =>
  headers.authorization === 'Bearer key' ? { name: 'shop', scopes: ['sessions:start'] as const } : undefined;

async function served(options: Parameters<typeof appWith>[0] = {}) {
  const app = await appWith({ ...enabled, ...options });
  const at = await listening(app);
  return { app, url: `ws://${at.host}/v1/realtime` };
}

async function firstOf(socket: WebSocket): Promise<unknown> {
  const [data] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(data.toString());
}

const withKey = (key: string) => ({ protocols: [], headers: { authorization: `Bearer ${key}` } });

describe('GET /v1/realtime', () => {
  it('begins a session for a client with an API key', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const { url } = await served({ agent, authenticate });
    const client = openSocket(`${url}?model=reception`, withKey('key'));
    expect(await firstOf(client)).toMatchObject({ type: 'session.created', session: { type: 'realtime' } });
    expect(seen).toEqual([{ provider: 'realtime', model: 'reception', metadata: {} }]);
  });

  it('takes the model of the address, once, and nothing else', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const { url } = await served({ agent });
    await firstOf(openSocket(`${url}?metadata=text&model=m`, withKey('any')));
    expect(seen).toEqual([{ provider: 'realtime', model: 'm', metadata: {} }]);
    const { problem } = await readRefusal(openSocket(`${url}?model=a&model=b`, withKey('any')));
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/model' }] });
    expect(seen).toHaveLength(1);
  });

  it('begins one for anybody where the server does not know its callers', async () => {
    const { url } = await served();
    expect(await firstOf(openSocket(url, withKey('any')))).toMatchObject({ type: 'session.created' });
  });

  it('refuses who is not known, before the upgrade', async () => {
    const { url } = await served({ authenticate });
    const { status, problem } = await readRefusal(openSocket(url, withKey('another')));
    expect([status, problem.code]).toEqual([401, 'unauthorized']);
  });

  it('refuses who may not start sessions', async () => {
    const { url } = await served({ authenticate: () => ({ name: 'reader', scopes: ['sessions:read'] }) });
    expect((await readRefusal(openSocket(url, withKey('key')))).problem.code).toBe('forbidden');
  });

  it('refuses a session above the limit of the server with 503', async () => {
    const { url } = await served({ max_sessions: 1 });
    await firstOf(openSocket(url, withKey('any')));
    const { status, problem } = await readRefusal(openSocket(url, withKey('any')));
    expect([status, problem.code]).toEqual([503, 'at_capacity']);
  });

  it('ends the session of a client that leaves while it is configured', async () => {
    let begin: (signal: AbortSignal) => void;
    const begun = new Promise<AbortSignal>((resolve) => (begin = resolve));
    const agent = agentWith({
      configure_session: ({ signal }) => {
        begin(signal);
        return new Promise(() => undefined);
      },
    });
    const { url } = await served({ agent });
    const client = openSocket(url, withKey('any'));
    const signal = await begun;
    client.terminate();
    if (!signal.aborted) await once(signal, 'abort');
    expect(signal.aborted).toBe(true);
  });

  it.each(['call_id=abc', 'intent=transcription'])(
    'refuses what is no conversation, before the upgrade: %s',
    async (query) => {
      const { url } = await served();
      const { status, problem } = await readRefusal(openSocket(`${url}?${query}`, withKey('any')));
      expect([status, problem.code]).toEqual([501, 'not_supported']);
    },
  );

  it('is for WebSockets only', async () => {
    const app = await appWith(enabled);
    expect(problemIn(await app.inject('/v1/realtime')).code).toBe('upgrade_required');
  });

  it('is not there unless the server has it', async () => {
    const app = await appWith();
    expect((await app.inject('/v1/realtime')).statusCode).toBe(404);
    expect((await post(app, {}, '/v1/realtime/client_secrets')).statusCode).toBe(404);
  });
});

describe('POST /v1/realtime/client_secrets', () => {
  it('returns a secret that lets one client join, once', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const { app, url } = await served({ agent });
    const session = { type: 'realtime', model: 'reception', metadata: { guest: 7 } };
    const answer = await post(
      app,
      { expires_after: { anchor: 'created_at', seconds: 600 }, session },
      '/v1/realtime/client_secrets',
    );
    const { value, expires_at } = answer.json();
    expect(value).toMatch(/^ek_/u);
    expect(expires_at * 1000 - Date.now()).toBeLessThanOrEqual(60_000);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(seen).toEqual([{ provider: 'realtime', model: 'reception', metadata: { guest: 7 } }]);
    expect(await firstOf(openSocket(url, withKey(value)))).toMatchObject({ type: 'session.created' });
    const { status, problem } = await readRefusal(openSocket(url, withKey(value)));
    expect([status, problem.code]).toEqual([401, 'token_used']);
  });

  it('is taken as a subprotocol, as browsers send it', async () => {
    const { app, url } = await served();
    const { value } = (await post(app, {}, '/v1/realtime/client_secrets')).json();
    const client = openSocket(url, {
      protocols: ['realtime', `openai-insecure-api-key.${value}`, 'openai-agents-sdk.0.20'],
    });
    expect(await firstOf(client)).toMatchObject({ type: 'session.created' });
    expect(client.protocol).toBe('realtime');
  });

  it.each(['client_secrets', 'calls/ses_1/hangup'])(
    'takes no client secret for a key, and says why: %s',
    async (path) => {
      const app = await appWith(enabled);
      const { value } = (await post(app, {}, '/v1/realtime/client_secrets')).json();
      const headers = { authorization: `Bearer ${value}` };
      const refused = await app.inject({ method: 'POST', url: `/v1/realtime/${path}`, headers });
      expect([refused.statusCode, refused.json().error.message]).toEqual([
        401,
        'Expected an API key, got a client secret, which can only join its session.',
      ]);
    },
  );

  it('needs a caller', async () => {
    const app = await appWith({ ...enabled, authenticate });
    expect((await post(app, {}, '/v1/realtime/client_secrets')).statusCode).toBe(401);
  });

  it.each([
    [{ instructions: 'Be brief.' }, 'instructions'],
    [{ tools: [{ type: 'function', name: 'cart' }] }, 'tools'],
    [{ audio: { output: { voice: 'marin' } } }, 'audio/output/voice'],
    [{ audio: { input: { format: { type: 'audio/pcmu' } } } }, 'audio/input/format'],
    [{ output_modalities: ['text'] }, 'output_modalities'],
    [{ type: 'transcription' }, 'type'],
  ])('refuses what is for session.update: %j', async (session, pointer) => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const app = await appWith({ agent, realtime: { updates: { instructions: true, tools: true } } });
    const { status, errors } = problemIn(await post(app, { session }, '/v1/realtime/client_secrets'));
    expect([status, errors?.map((fault) => fault.pointer)]).toEqual([422, [`/session/${pointer}`]]);
    expect(seen).toEqual([]);
  });

  it('says what is wrong in the words that the official clients read, too', async () => {
    const app = await appWith(enabled);
    const refused = await post(app, { session: { instructions: 'Be brief.' } }, '/v1/realtime/client_secrets');
    expect(refused.json().error).toEqual({
      type: 'invalid_request_error',
      code: 'invalid_request',
      message: '/session/instructions: expected nothing: set this field with session.update, if the server allows it',
      param: 'session.instructions',
    });
  });

  it('refuses a body that breaks a rule', async () => {
    const app = await appWith(enabled);
    const refused = await post(app, { session: { metadata: 7 } }, '/v1/realtime/client_secrets');
    expect(problemIn(refused).errors).toEqual([{ pointer: '/session/metadata', detail: 'expected an object' }]);
  });
});

it.each([
  'calls/abc/accept',
  'calls/abc/refer',
  'calls/abc/reject',
  'translations/client_secrets',
  'transcription_sessions',
  'sessions',
])('POST /v1/realtime/%s says that it is not served', async (path) => {
  const app = await appWith(enabled);
  const refused = await post(app, {}, `/v1/realtime/${path}`);
  expect([problemIn(refused).code, refused.statusCode, refused.headers['x-should-retry']]).toEqual([
    'not_supported',
    501,
    'false',
  ]);
  expect(refused.json().error).toMatchObject({ type: 'server_error', code: 'not_supported' });
});

it.each([0, 86_401, Number.NaN])('a duration of %d s is refused', async (max_duration) => {
  await expect(appWith({ realtime: { max_duration } })).rejects.toThrow(
    `realtime.max_duration: expected seconds from 1 to 86400, got ${max_duration}`,
  );
});
