import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { agentWith, appWith, config, post, problemIn, startSession, type Data } from './support.ts';

const ID = /^ses_[0-9a-f-]{36}$/u;

describe('POST /v1/sessions', () => {
  it('starts a session, and returns how a client joins it', async () => {
    const response = await post(await appWith(), {});
    expect(response.statusCode).toBe(201);
    const { session_id, state, created_at, expires_at, transport } = response.json();
    expect(session_id).toMatch(ID);
    expect(state).toBe('created');
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(3_600_000);
    expect(transport).toEqual({
      type: 'websocket',
      protocol: 'antiphon.v1',
      url: `ws://localhost/v1/sessions/${session_id}/media`,
      token: expect.stringMatching(/^ek_[\w-]+\.[\w-]+\.[\w-]+$/u),
      audio: {
        input: { encoding: 'pcm_s16le', sample_rate: 16_000 },
        output: { encoding: 'pcm_s16le', sample_rate: 24_000, frame_ms: 20 },
      },
    });
    expect(response.headers).toMatchObject({ location: `/v1/sessions/${session_id}`, 'cache-control': 'no-store' });
  });

  it('does the same as POST /startSession', async () => {
    const response = await post(await appWith(), {}, '/startSession');
    expect(response.statusCode).toBe(201);
    expect(response.headers.location).toBe(`/v1/sessions/${response.json().session_id}`);
  });

  it('needs no body', async () => {
    const app = await appWith();
    expect((await post(app)).statusCode).toBe(201);
    expect((await post(app, '')).statusCode).toBe(201);
  });

  it('grants what is requested', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const input = { encoding: 'pcm_s16le', sample_rate: 48_000 };
    const { transport, created_at, expires_at } = await startSession(await appWith({ agent }), {
      custom_data: { guest: 'Ada' },
      transport: { type: 'websocket', protocol: 'antiphon.v1', audio: { input } },
      max_duration: 1.5,
    });
    expect(seen).toEqual([{ guest: 'Ada' }]);
    expect(transport.audio).toEqual({ input, output: { encoding: 'pcm_s16le', sample_rate: 24_000, frame_ms: 20 } });
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(1500);
  });
});

describe('a malformed request', () => {
  it.each([
    ['no JSON', '{"custom_data":', 400, 'invalid_json'],
    ['a prototype', '{"__proto__":{"admin":true}}', 400, 'invalid_json'],
    ['64 KiB and a byte', `{"custom_data":{"a":"${'x'.repeat(65_536 - 24 + 1)}"}}`, 413, 'payload_too_large'],
  ])('%s', async (_what, body, status, code) => {
    const response = await post(await appWith(), body);
    expect([response.statusCode, problemIn(response).code]).toEqual([status, code]);
  });

  it('has at most 64 KiB', async () => {
    const body = `{"custom_data":{"a":"${'x'.repeat(65_536 - 24)}"}}`;
    expect(body).toHaveLength(65_536);
    expect((await post(await appWith(), body)).statusCode).toBe(201);
  });

  it('is no JSON by its type', async () => {
    const app = await appWith();
    const request = { method: 'POST', url: '/v1/sessions', payload: 'a=1' } as const;
    const response = await app.inject({ ...request, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect([response.statusCode, problemIn(response).code]).toEqual([415, 'unsupported_media_type']);
  });

  const transport = { type: 'websocket', protocol: 'antiphon.v1' };
  it.each<[string, unknown, string]>([
    ['an array', [], ''],
    ['null', null, ''],
    ['a field that is none', { custom: {} }, '/custom'],
    ['a field with a slash and a tilde', { 'a/b~c': 1 }, '/a~1b~0c'],
    ['custom_data that is no object', { custom_data: 'Ada' }, '/custom_data'],
    ['a max_duration below 1', { max_duration: 0.99 }, '/max_duration'],
    ['a max_duration above a day', { max_duration: 86_401 }, '/max_duration'],
    ['a max_duration in words', { max_duration: '60' }, '/max_duration'],
    ['another transport', { transport: { ...transport, type: 'webrtc' } }, '/transport/type'],
    ['another protocol', { transport: { ...transport, protocol: 'antiphon.v2' } }, '/transport/protocol'],
    [
      'a sample rate that is none',
      { transport: { ...transport, audio: { input: { encoding: 'pcm_s16le', sample_rate: 44_100 } } } },
      '/transport/audio/input/sample_rate',
    ],
    ['a deep field that is none', { transport: { ...transport, audio: { codec: 'opus' } } }, '/transport/audio/codec'],
  ])('%s', async (_what, body, pointer) => {
    const response = await post(await appWith(), JSON.stringify(body));
    expect(response.statusCode).toBe(422);
    const { code, errors } = problemIn(response);
    expect([code, errors?.map((fault) => fault.pointer)]).toEqual(['invalid_request', [pointer]]);
  });

  it('suggests the name of a field that is misspelt', async () => {
    const response = await post(await appWith(), { customData: { guest: 'Ada' } });
    expect(problemIn(response)).toMatchObject({
      errors: [{ pointer: '/customData', detail: 'no such field; did you mean "custom_data"?' }],
    });
  });

  it('gets all its faults at once, in words', async () => {
    const response = await post(await appWith(), { max_duration: 0, custom_data: 1, extra: true });
    expect(problemIn(response)).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      code: 'invalid_request',
      detail: 'The request breaks a rule; `errors` names each place.',
      errors: [
        { pointer: '/custom_data', detail: 'expected an object' },
        { pointer: '/max_duration', detail: 'expected at least 1' },
        { pointer: '/extra', detail: 'no such field' },
      ],
    });
  });
});

describe('an agent that cannot be configured', () => {
  const asked = async (own: Parameters<typeof agentWith>[0]) =>
    problemIn(await post(await appWith({ agent: agentWith(own) }), {}));

  it('returned a config with faults', async () => {
    const initial_messages = [{ role: 'user', content: 'a', name: 7 }] as never;
    const problem = await asked({
      configure_session: () => ({ ...config, initial_messages, min_endpointing_delay: -1 }),
    });
    expect([problem.status, problem.code]).toEqual([422, 'config_invalid']);
    expect(problem.errors).toEqual([
      { pointer: '/initial_messages/0/name', detail: expect.stringMatching(/^expected .*, got 7$/u) },
      { pointer: '/min_endpointing_delay', detail: 'expected at least 0, got -1' },
    ]);
  });

  it('returned nothing', async () => {
    const problem = await asked({ configure_session: () => undefined as never });
    expect([problem.code, problem.errors]).toEqual([
      'config_invalid',
      [{ pointer: '', detail: 'expected an object, got nothing' }],
    ]);
  });

  it('threw: its message stays on the server', async () => {
    const problem = await asked({
      configure_session: () => {
        throw new Error('Incorrect API key provided: sk-secret');
      },
    });
    expect([problem.status, problem.code]).toEqual([502, 'handler_failed']);
    expect(JSON.stringify(problem)).not.toContain('sk-secret');
  });

  it.each([
    [9999, 201],
    [10_001, 504],
  ])('took %i ms', async (ms, status) => {
    const scheduler = new VirtualClock();
    let asking = (): void => undefined;
    const asked = new Promise<void>((resolve) => (asking = resolve));
    const agent = agentWith({
      configure_session: async () => {
        asking();
        await scheduler.sleep(ms);
        return config;
      },
    });
    const response = post(await appWith({ agent, scheduler }), {});
    await asked;
    await scheduler.run(11_000);
    expect((await response).statusCode).toBe(status);
  });

  it('shows no secret of its own', async () => {
    const api_key = 'sk-0123456789abcdefghij';
    const agent = agentWith({
      configure_session: () => ({ ...config, stt: { provider: 'deepgram', api_key, nonsense: api_key } }) as never,
    });
    expect((await post(await appWith({ agent }), {})).body).not.toContain(api_key);
  });
});

describe('GET /v1/sessions/{id}', () => {
  it('shows a session, without its token', async () => {
    const app = await appWith();
    const { transport, ...session } = await startSession(app);
    const { token: _, ...open } = transport;
    const response = await app.inject(`/v1/sessions/${session.session_id}`);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      ...session,
      transport: open,
      counters: { user_messages: 0, agent_messages: 0, interruptions: 0, function_calls: 0, errors: 0 },
      usage: { stt: [], tts: [], llm: [] },
    });
  });

  it('knows no other', async () => {
    const response = await (await appWith()).inject('/v1/sessions/ses_nobody');
    expect([response.statusCode, problemIn(response).code]).toEqual([404, 'session_not_found']);
  });

  it('never shows session_data or keys', async () => {
    const data: Data = { secret: 'of the session' };
    const app = await appWith({ agent: agentWith({ configure_session: () => ({ ...config, session_data: data }) }) });
    const { session_id } = await startSession(app);
    const { body } = await app.inject(`/v1/sessions/${session_id}`);
    expect(body).not.toMatch(/of the session|api_key/u);
  });
});

describe('DELETE /v1/sessions/{id}', () => {
  it('ends a session, however often it is requested', async () => {
    const app = await appWith();
    const { session_id } = await startSession(app);
    const url = `/v1/sessions/${session_id}`;
    for (const _ of ['once', 'twice']) {
      const response = await app.inject({ method: 'DELETE', url });
      expect([response.statusCode, response.body]).toEqual([204, '']);
    }
    expect((await app.inject(url)).json()).toMatchObject({ state: 'ended', reason: 'ended_by_api' });
  });

  it('knows no other', async () => {
    const response = await (await appWith()).inject({ method: 'DELETE', url: '/v1/sessions/ses_nobody' });
    expect([response.statusCode, problemIn(response).code]).toEqual([404, 'session_not_found']);
  });
});

describe('a session that no client joins', () => {
  const stateAfter = async (ms: number, body: object = {}): Promise<unknown> => {
    const scheduler = new VirtualClock();
    const app = await appWith({ scheduler });
    const { session_id } = await startSession(app, body);
    await scheduler.run(ms);
    const { state, reason } = (await app.inject(`/v1/sessions/${session_id}`)).json();
    return [state, reason];
  };

  it('waits 60 s for its client', async () => {
    expect(await stateAfter(59_999)).toEqual(['created', undefined]);
    expect(await stateAfter(60_000)).toEqual(['ended', 'join_timeout']);
  });

  it('ends after max_duration', async () => {
    expect(await stateAfter(29_999, { max_duration: 30 })).toEqual(['created', undefined]);
    expect(await stateAfter(30_000, { max_duration: 30 })).toEqual(['ended', 'max_duration']);
  });

  it('is remembered for 10 minutes', async () => {
    const scheduler = new VirtualClock();
    const app = await appWith({ scheduler });
    const { session_id } = await startSession(app);
    await scheduler.run(60_000 + 599_999);
    expect((await app.inject(`/v1/sessions/${session_id}`)).statusCode).toBe(200);
    await scheduler.advance(1);
    expect((await app.inject(`/v1/sessions/${session_id}`)).statusCode).toBe(404);
  });
});

describe('health', () => {
  it('is reported', async () => {
    const app = await appWith();
    expect((await app.inject('/healthz')).json()).toEqual({ healthy: true });
    expect((await app.inject('/readyz')).json()).toEqual({ ready: true });
  });
});
