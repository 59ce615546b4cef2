import { fastify, type LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/keys/apiKey.ts';
import type { Caller } from '../../../src/server/callers/caller.ts';
import { requireScope } from '../../../src/server/callers/requestCaller.ts';
import { agentWith, appWith, config, problemIn } from '../support.ts';

const SHOP: Caller = { name: 'shop', scopes: ['sessions:start'] };
const DESK: Caller = { name: 'desk', scopes: ['sessions:start'] };
const AUDITOR: Caller = { name: 'auditor', scopes: ['sessions:read'] };
const KNOWN: Readonly<Record<string, Caller>> = { shop: SHOP, desk: DESK, auditor: AUDITOR };

interface Knows {
  as(who: string | undefined, method: 'GET' | 'POST' | 'DELETE', url: string): Promise<LightMyRequestResponse>;
}

/** An app that knows its callers by the header `x-who`. */
async function knowing(known: Readonly<Record<string, Caller>> = KNOWN): Promise<Knows> {
  const app = await appWith({ authenticate: ({ headers }) => known[String(headers['x-who'])] });
  return {
    as: (who, method, url) => app.inject({ method, url, ...(who === undefined ? {} : { headers: { 'x-who': who } }) }),
  };
}

function withScopes(...scopes: readonly Scope[]): Readonly<Record<string, Caller>> {
  return { me: { name: 'me', scopes } };
}

async function start({ as }: Knows, who: string): Promise<string> {
  return `/v1/sessions/${(await as(who, 'POST', '/v1/sessions')).json().session_id}`;
}

describe('a request of nobody', () => {
  it.each([
    ['POST', '/v1/sessions'],
    ['POST', '/startSession'],
    ['GET', '/v1/sessions/ses_1'],
    ['DELETE', '/v1/sessions/ses_1'],
  ] as const)('is unauthorized: %s %s', async (method, url) => {
    const response = await (await knowing()).as(undefined, method, url);
    expect(problemIn(response)).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it.each(['/healthz', '/readyz', '/openapi.json'])('is answered: GET %s', async (url) => {
    expect((await (await knowing()).as(undefined, 'GET', url)).statusCode).toBe(200);
  });

  it('configures nothing', async () => {
    let configured = 0;
    const agent = agentWith({
      configure_session: () => {
        configured += 1;
        return config;
      },
    });
    const app = await appWith({ agent, authenticate: () => undefined });
    await app.inject({ method: 'POST', url: '/v1/sessions' });
    expect(configured).toBe(0);
  });
});

describe('a session', () => {
  it('is shown and ended to the caller that started it', async () => {
    const app = await knowing();
    const session = await start(app, 'shop');
    expect((await app.as('shop', 'GET', session)).json().state).toBe('created');
    expect((await app.as('shop', 'DELETE', session)).statusCode).toBe(204);
    expect((await app.as('shop', 'GET', session)).json().state).toBe('ended');
  });

  it.each(['GET', 'DELETE'] as const)('does not exist for another caller: %s', async (method) => {
    const app = await knowing();
    const [foreign, missing] = [await start(app, 'shop'), '/v1/sessions/ses_0'];
    const answers = await Promise.all([foreign, missing].map((url) => app.as('desk', method, url)));
    expect(answers.map(problemIn)).toEqual([answers[1]?.json(), answers[1]?.json()]);
    expect(answers[0]?.json().code).toBe('session_not_found');
    expect((await app.as('shop', 'GET', foreign)).json().state).toBe('created');
  });

  it('does not exist for another caller when it has ended', async () => {
    const app = await knowing();
    const session = await start(app, 'shop');
    await app.as('shop', 'DELETE', session);
    expect((await app.as('desk', 'GET', session)).json().code).toBe('session_not_found');
  });

  it('is shown with sessions:read, and not ended', async () => {
    const app = await knowing();
    const session = await start(app, 'shop');
    expect((await app.as('auditor', 'GET', session)).statusCode).toBe(200);
    expect(problemIn(await app.as('auditor', 'DELETE', session)).code).toBe('forbidden');
    expect((await app.as('shop', 'GET', session)).json().state).toBe('created');
  });

  it('of another is not ended with both scopes: that is forbidden', async () => {
    const boss: Caller = { name: 'boss', scopes: ['sessions:start', 'sessions:read'] };
    const app = await knowing({ ...KNOWN, boss });
    const session = await start(app, 'shop');
    expect(problemIn(await app.as('boss', 'DELETE', session)).code).toBe('forbidden');
  });
});

describe('without the scope', () => {
  it.each([
    ['POST', '/v1/sessions', ['sessions:read', 'metrics']],
    ['GET', '/v1/sessions/ses_1', ['metrics']],
    ['DELETE', '/v1/sessions/ses_1', ['sessions:read', 'metrics']],
  ] as const)('%s %s is forbidden', async (method, url, scopes) => {
    const app = await knowing(withScopes(...scopes));
    expect(problemIn(await app.as('me', method, url))).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

describe('authenticate', () => {
  it('may be asynchronous', async () => {
    const app = await appWith({ authenticate: () => Promise.resolve(SHOP) });
    expect((await app.inject({ method: 'POST', url: '/v1/sessions' })).statusCode).toBe(201);
  });

  it.each([
    ['throws', new Error('the password is hunter2')],
    ['throws an error with a status', Object.assign(new Error('the password is hunter2'), { statusCode: 418 })],
    ['throws no error', 'the password is hunter2'],
  ])('that %s says nothing to the caller', async (_, thrown) => {
    const app = await appWith({ authenticate: () => Promise.reject(thrown) });
    const response = await app.inject({ method: 'POST', url: '/v1/sessions' });
    expect(problemIn(response)).toMatchObject({ status: 500, code: 'internal' });
    expect(response.body).not.toContain('hunter2');
  });

  it.each([
    ['true', true],
    ['null', null],
    ['no name', { scopes: [] }],
    ['a name that would break a line of the log', { name: 'a\nb', scopes: [] }],
    ['an unknown scope', { name: 'me', scopes: ['sessions:*'] }],
    ['a limit of 0', { name: 'me', scopes: [], max_sessions: 0 }],
  ])('that returns %s lets nobody in', async (_, returned) => {
    const lines: string[] = [];
    const logger = { level: 'error', stream: { write: (line: string) => lines.push(line) } };
    const app = await appWith({ authenticate: () => returned as unknown as Caller }, undefined, { logger });
    const response = await app.inject({ method: 'POST', url: '/v1/sessions' });
    expect(problemIn(response)).toMatchObject({ status: 500, code: 'internal' });
    expect(lines.join('')).toContain('authenticate must return a caller or undefined');
  });
});

describe('the sessions of a caller', () => {
  const authenticate = (): Caller => ({ ...SHOP, max_sessions: 3 });

  it('are limited exactly, also when they are started at once', async () => {
    const app = await appWith({ authenticate });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.inject({ method: 'POST', url: '/startSession' })),
    );
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused).toHaveLength(17);
    expect(new Set(refused.map((answer) => problemIn(answer).code))).toEqual(new Set(['key_concurrency_exceeded']));
    expect(refused[0]?.headers['retry-after']).toBe('5');
  });

  it('make place when they end, once each', async () => {
    const app = await appWith({ authenticate });
    const post = (): Promise<LightMyRequestResponse> => app.inject({ method: 'POST', url: '/v1/sessions' });
    const [first] = await Promise.all([post(), post(), post()]);
    for (let n = 0; n < 2; n++) await app.inject({ method: 'DELETE', url: `/v1/sessions/${first?.json().session_id}` });
    expect([(await post()).statusCode, (await post()).statusCode]).toEqual([201, 429]);
  });

  it('take no place when they are refused', async () => {
    let fails = true;
    const agent = agentWith({
      configure_session: () => {
        if (fails) throw new Error('not now');
        return config;
      },
    });
    const app = await appWith({ agent, authenticate, max_sessions: 3 });
    const post = (): Promise<LightMyRequestResponse> => app.inject({ method: 'POST', url: '/v1/sessions' });
    for (let n = 0; n < 5; n++) expect((await post()).statusCode).toBe(502);
    fails = false;
    const answers = [await post(), await post(), await post(), await post()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 429]);
  });

  it('do not count for another caller', async () => {
    const known = { shop: { ...SHOP, max_sessions: 1 }, desk: { ...DESK, max_sessions: 1 } };
    const app = await knowing(known);
    const statuses = ['shop', 'shop', 'desk'].map(
      async (who) => (await app.as(who, 'POST', '/v1/sessions')).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([201, 429, 201]);
  });

  it('that the server has no place for take none of the quota', async () => {
    const app = await appWith({ authenticate, max_sessions: 1 });
    const post = (): Promise<LightMyRequestResponse> => app.inject({ method: 'POST', url: '/v1/sessions' });
    const first = await post();
    for (let n = 0; n < 5; n++) expect((await post()).json().code).toBe('at_capacity');
    await app.inject({ method: 'DELETE', url: `/v1/sessions/${first.json().session_id}` });
    expect((await post()).statusCode).toBe(201);
  });
});

describe('requireScope', () => {
  it('fails on a route where callers are not identified', async () => {
    const app = fastify();
    app.get('/metrics', async (request) => requireScope(request, 'metrics'));
    const response = await app.inject('/metrics');
    expect([response.statusCode, response.json().message]).toEqual([
      500,
      'the route /metrics does not identify its callers',
    ]);
  });
});
