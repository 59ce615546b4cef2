import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { signPlivo } from '../../../../src/server/adapters/plivo/plivoSignature.ts';
import {
  agentWith,
  authenticate,
  appWith,
  config,
  listening,
  openSocket,
  problemIn,
  readRefusal,
} from '../../support.ts';
import { once } from 'node:events';
import { bodyOf, FORM, nowS, SECRET, socketUrlIn, WEBHOOKS, type Webhook } from './carrierWebhooks.ts';

const PUBLIC = 'https://voice.example.com/phone';
type Changes = Partial<Webhook> & { readonly atS?: number; readonly call?: string };

async function dial(app: FastifyInstance, name: string, { call, ...changes }: Changes = {}) {
  const { body: given, sign } = { ...WEBHOOKS[name], ...changes } as Webhook;
  const own = (text: string): string => (call === undefined ? text : bodyOf(text, call));
  const body = own(given);
  const path = `/v1/${name}/voice`;
  const headers = await sign(own(WEBHOOKS[name]?.body ?? ''), PUBLIC + path, changes.atS ?? nowS());
  return app.inject({ method: 'POST', url: path, headers: { host: 'voice.example.com', ...headers }, payload: body });
}

function appFor(name: string, more: Record<string, unknown> = {}): Promise<FastifyInstance> {
  return appWith({ public_url: PUBLIC, ...WEBHOOKS[name]?.options, ...more });
}

/** The path of the WebSocket in an answer. */
function pathIn(name: string, body: string): string {
  const url = socketUrlIn(WEBHOOKS[name] as Webhook, body);
  expect(url).toMatch(new RegExp(`^wss://voice\\.example\\.com/phone/v1/${name}/media/ek_`, 'u'));
  return url.slice('wss://voice.example.com/phone'.length);
}

describe.each(Object.keys(WEBHOOKS))('POST /v1/%s/voice', (name) => {
  it('starts a session, and connects the call to it, once', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    const app = await appFor(name, { agent });
    const at = await listening(app);
    const answer = await dial(app, name);
    expect(answer.statusCode).toBe(200);
    expect(seen).toEqual([{ provider: name, ...WEBHOOKS[name]?.custom_data }]);
    const url = `ws://${at.host}${pathIn(name, answer.body)}`;
    await once(openSocket(url, { protocols: [], headers: {} }), 'open');
    expect((await readRefusal(openSocket(url, { protocols: [], headers: {} }))).problem.code).toBe('token_used');
  });

  it.each<[string, Parameters<typeof dial>[2]]>([
    ['another body', { body: '{"from":"1"}' }],
    ['no signature', { sign: () => ({ 'content-type': FORM }) }],
    [
      'an empty signature',
      { sign: () => ({ 'x-plivo-signature-v3': '', authorization: 'Bearer ', 'telnyx-timestamp': '' }) },
    ],
  ])('refuses %s', async (_, changes) => {
    expect(problemIn(await dial(await appFor(name), name, changes))).toMatchObject({
      status: 401,
      code: 'unauthorized',
    });
  });

  it('lets the caller hear that the line is busy when the server is full', async () => {
    const app = await appFor(name, { max_sessions: 1 });
    await dial(app, name);
    const answer = await dial(app, name, { call: 'another' });
    const { busy } = WEBHOOKS[name] as Webhook;
    expect(typeof busy === 'number' ? answer.statusCode : answer.body).toBe(busy);
  });

  it('counts once for each call: the same request gets the same answer, and no second session', async () => {
    let sessions = 0;
    const agent = agentWith({ configure_session: () => ((sessions += 1), config) });
    const app = await appFor(name, { agent });
    const answers = await Promise.all([1, 2, 3].map(() => dial(app, name)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await dial(app, name)).body).toBe(answers[0]?.body);
    expect(sessions).toBe(1);
    expect((await dial(app, name, { call: 'another' })).body).not.toBe(answers[0]?.body);
    expect(sessions).toBe(2);
  });

  it.each<[string, Record<string, number>]>([
    ['max_starts_per_minute', { max_starts_per_minute: 2 }],
    ['its share of the places', { max_share: 0.5 }],
  ])('lets the caller hear that the line is busy beyond %s, and leaves the rest to others', async (_, limit) => {
    const option = { ...WEBHOOKS[name]?.options[name], ...limit };
    const app = await appFor(name, { [name]: option, max_sessions: 4, authenticate });
    const answers = [];
    for (const call of ['first', 'second', 'third']) answers.push(await dial(app, name, { call }));
    const { busy } = WEBHOOKS[name] as Webhook;
    expect(answers.slice(0, 2).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const status = 'max_share' in limit ? 503 : 429;
    const isText = typeof busy === 'string';
    expect(isText ? answers[2]?.body : answers[2]?.statusCode).toBe(isText ? busy : status);
    const own = await app.inject({ method: 'POST', url: '/v1/sessions', headers: { host: 'voice.example.com' } });
    expect(own.statusCode).toBe(201);
  });

  it('needs the address that the carrier calls', async () => {
    const message = `public_url: expected the address at which the carrier reaches this server, because ${name} is set, got none`;
    await expect(appWith({ ...WEBHOOKS[name]?.options })).rejects.toMatchObject({ code: 'usage_invalid', message });
  });

  it('is not there without the option', async () => {
    expect((await dial(await appWith({ public_url: PUBLIC }), name)).statusCode).toBe(404);
  });
});

it.each(['telnyx', 'vonage'])('a request of %s that is older than 5 minutes is refused', async (name) => {
  expect((await dial(await appFor(name), name, { atS: nowS() - 310 })).statusCode).toBe(401);
});

it('the signature of Plivo covers the sorted query, the sorted form and the nonce', () => {
  const form = new URLSearchParams({ To: '2', From: '1' });
  const text = 'https://example.com/answer/?a=1&b=2.From1To2.12345';
  const expected = createHmac('sha256', 'token').update(text).digest('base64');
  expect(signPlivo('token', 'https://example.com/answer/?b=2&a=1', '12345', form)).toBe(expected);
});

it.each([
  [
    { telnyx: { public_key: 'AAAA' } },
    'telnyx.public_key: expected the public key of the account: 32 bytes in base64, got 3 bytes',
  ],
  [{ plivo: { auth_token: '' } }, 'plivo.auth_token: expected the auth token of the account, got an empty string'],
  [{ vonage: { signature_secret: SECRET, max_share: 0 } }, 'vonage.max_share: expected a share from 0.01 to 1, got 0'],
  [
    { plivo: { auth_token: 'x', max_starts_per_minute: 0.5 } },
    'plivo.max_starts_per_minute: expected a whole number from 1 to 1000000, got 0.5',
  ],
  [
    { vonage: { signature_secret: SECRET, max_duration: 0 } },
    'vonage.max_duration: expected seconds from 1 to 86400, got 0',
  ],
])('options that break a rule are refused', async (given, message) => {
  await expect(appWith({ public_url: PUBLIC, ...given })).rejects.toMatchObject({ code: 'usage_invalid', message });
});
