import { request as httpRequest, type ClientRequest } from 'node:http';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import type { Authenticate } from '../../../src/server/callers/caller.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { agentWith, appWith, config, joinSession, listening, problemIn, startSession } from '../support.ts';

const BODY = '{"custom_data":{"guest":"Ada"}}';

interface Keyed {
  readonly key?: string;
  readonly body?: string;
  readonly path?: string;
  readonly caller?: string;
}

function post(app: FastifyInstance, { key = 'k', body = BODY, path = '/v1/sessions', caller = 'shop' }: Keyed = {}) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'x-caller': caller };
  return app.inject({ method: 'POST', url: path, headers, payload: body });
}

async function statesOf(app: FastifyInstance, ...responses: readonly LightMyRequestResponse[]): Promise<unknown> {
  const ids = responses.map((response) => response.json<StartSessionResponse>().session_id);
  return Promise.all(ids.map(async (id) => (await app.inject(`/v1/sessions/${id}`)).json().state));
}

/** An agent whose sessions are configured when the test says so. */
function gated() {
  const opening: (() => void)[] = [];
  let configured = 0;
  const agent = agentWith({
    configure_session: async ({ signal }) => {
      configured += 1;
      await new Promise<void>((resolve, reject) => {
        opening.push(resolve);
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
      return config;
    },
  });
  const configuring = async (count: number): Promise<void> => {
    while (opening.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { agent, configuring, open: () => opening.forEach((resolve) => resolve()), count: () => configured };
}

describe('a request that is repeated with its Idempotency-Key', () => {
  it('gets the same session with another token, as often as it is repeated', async () => {
    const app = await appWith();
    const responses = [await post(app), await post(app), await post(app, { path: '/startSession' })];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const [first, ...others] = responses.map((response) => response.json<StartSessionResponse>());
    for (const other of others) {
      const token = expect.stringMatching(/^ek_/u);
      expect(other).toEqual({ ...first, transport: { ...first?.transport, token } });
    }
    expect(new Set(responses.map((response) => response.json().transport.token)).size).toBe(3);
    expect(new Set(responses.map(({ headers }) => headers.location)).size).toBe(1);
  });

  it('gets a token that lets its client join', async () => {
    const app = await appWith();
    const at = await listening(app);
    await post(app);
    const again = (await post(app)).json<StartSessionResponse>();
    expect((await joinSession(again, at)).protocol).toBe('antiphon.v1');
  });

  it('is refused when a client has joined', async () => {
    const app = await appWith();
    const at = await listening(app);
    await joinSession((await post(app)).json<StartSessionResponse>(), at);
    expect(problemIn(await post(app))).toMatchObject({ status: 409, code: 'idempotency_conflict' });
  });

  it('is refused when the session has ended, until 10 minutes after its start', async () => {
    const scheduler = new VirtualClock();
    const app = await appWith({ scheduler });
    const first = (await post(app)).json<StartSessionResponse>();
    await scheduler.run(60_000);
    expect(problemIn(await post(app))).toMatchObject({ status: 409, code: 'idempotency_conflict' });
    await scheduler.run(599_999);
    expect(problemIn(await post(app)).code).toBe('idempotency_conflict');
    await scheduler.run(600_000);
    const second = await post(app);
    expect(second.statusCode).toBe(201);
    expect(second.json().session_id).not.toBe(first.session_id);
  });

  it('is refused with another body', async () => {
    const app = await appWith();
    const first = await post(app);
    for (const body of ['{}', '', `${BODY} `]) {
      const refused = problemIn(await post(app, { body }));
      expect(refused).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    }
    expect(await statesOf(app, first)).toEqual(['created']);
  });

  it('is a request of its own when another caller makes it', async () => {
    const authenticate: Authenticate = ({ headers }) => ({
      name: String(headers['x-caller']),
      scopes: ['sessions:start'],
    });
    const app = await appWith({ authenticate });
    const [shop, bank] = [await post(app), await post(app, { caller: 'bank' })];
    expect(shop.json().session_id).not.toBe(bank.json().session_id);
  });

  it('takes no further place', async () => {
    const app = await appWith({ max_sessions: 1 });
    await post(app);
    expect((await post(app)).statusCode).toBe(201);
    expect(problemIn(await post(app, { key: 'other' })).code).toBe('at_capacity');
  });

  it('starts another session when the first start has failed', async () => {
    let calls = 0;
    const agent = agentWith({
      configure_session: () => {
        calls += 1;
        if (calls === 1) throw new Error('The database is down.');
        return config;
      },
    });
    const app = await appWith({ agent });
    expect(problemIn(await post(app)).code).toBe('handler_failed');
    expect((await post(app)).statusCode).toBe(201);
    expect((await post(app)).statusCode).toBe(201);
    expect(calls).toBe(2);
  });

  it('may have had an invalid body before', async () => {
    const app = await appWith();
    expect(problemIn(await post(app, { body: '{"max_duration":0}' })).code).toBe('invalid_request');
    expect((await post(app)).statusCode).toBe(201);
  });
});

describe('requests with one key at the same time', () => {
  it('get one session', async () => {
    const { agent, configuring, open, count } = gated();
    const app = await appWith({ agent });
    const all = Promise.all([post(app), post(app), post(app)]);
    await configuring(1);
    open();
    const responses = await all;
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(responses.map((response) => response.json().session_id)).size).toBe(1);
    expect(count()).toBe(1);
  });

  it('get the failure of the first', async () => {
    const { agent, configuring } = gated();
    const scheduler = new VirtualClock();
    const app = await appWith({ agent, scheduler });
    const all = Promise.all([post(app), post(app)]);
    await configuring(1);
    await scheduler.run(10_001);
    expect((await all).map((response) => problemIn(response).code)).toEqual(['configure_timeout', 'configure_timeout']);
  });

  it('get their session although the first caller leaves', async () => {
    const { agent, configuring, open, count } = gated();
    const app = await appWith({ agent });
    const at = await listening(app);
    const first = send(at);
    await configuring(1);
    const second = post(app);
    await leave(app, first);
    open();
    const response = await second;
    expect(response.statusCode).toBe(201);
    expect(await statesOf(app, response)).toEqual(['created']);
    expect(count()).toBe(1);
  });

  it('leave no session when all their callers leave, and the next one gets one', async () => {
    const { agent, configuring, open, count } = gated();
    const app = await appWith({ agent, max_sessions: 1 });
    const at = await listening(app);
    const first = send(at);
    await configuring(1);
    await leave(app, first);
    const second = post(app);
    await configuring(2);
    open();
    expect((await second).statusCode).toBe(201);
    expect(count()).toBe(2);
  });
});

/** A request whose caller can leave. */
function send(at: URL): ClientRequest {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k', 'content-length': BODY.length };
  const request = httpRequest(new URL('/v1/sessions', at), { method: 'POST', headers });
  request.on('error', () => undefined);
  request.end(BODY);
  return request;
}

/** Lets the caller leave. Resolves when the server has noticed. */
async function leave(app: FastifyInstance, request: ClientRequest): Promise<void> {
  request.destroy();
  for (;;) {
    const count = await new Promise<number>((resolve) => app.server.getConnections((_error, open) => resolve(open)));
    if (count === 0) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('an Idempotency-Key', () => {
  it.each(['', '"', 'a, b', 'a b', 'k'.repeat(256)])('is refused: "%s"', async (key) => {
    const response = await post(await appWith(), { key });
    expect(problemIn(response)).toMatchObject({ status: 400, code: 'idempotency_key_invalid' });
  });

  it('is the same with and without quotes', async () => {
    const app = await appWith();
    const [bare, quoted] = [await post(app, { key: 'abc' }), await post(app, { key: '"abc"' })];
    expect(bare.json().session_id).toBe(quoted.json().session_id);
  });

  it('is not needed', async () => {
    const app = await appWith();
    expect((await startSession(app)).session_id).not.toBe((await startSession(app)).session_id);
  });

  it('may be sent by pages of allowed origins', async () => {
    const app = await appWith({ allowed_origins: ['https://shop.example'] });
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    const response = await app.inject({ method: 'OPTIONS', url: '/v1/sessions', headers });
    expect(response.headers['access-control-allow-headers']).toBe(
      'authorization, content-type, idempotency-key, x-openai-agents-sdk',
    );
  });
});
