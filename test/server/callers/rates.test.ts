import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createApiKey, hashApiKey, type ApiKey } from '../../../src/keys/apiKey.ts';
import { createWindows } from '../../../src/server/callers/windows.ts';
import { networkOf } from '../../../src/server/callers/rates.ts';
import { createSessionId } from '../../../src/session/sessionId.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import {
  agentWith,
  appWith,
  listening,
  mediaOf,
  openSocket,
  problemIn,
  readRefusal,
  startSession,
} from '../support.ts';

const KEYS = { shop: createApiKey(), desk: createApiKey() };

function entry(name: keyof typeof KEYS, fields: Partial<ApiKey> = {}): ApiKey {
  return { name, hash: hashApiKey(KEYS[name]).toString('hex'), scopes: ['sessions:start'], ...fields };
}

function startAs(
  app: FastifyInstance,
  name?: keyof typeof KEYS,
  remoteAddress = '203.0.113.7',
): Promise<LightMyRequestResponse> {
  const headers = { authorization: `Bearer ${name === undefined ? 'none' : KEYS[name]}` };
  return app.inject({ method: 'POST', url: '/v1/sessions', headers, remoteAddress });
}

async function times(count: number, ask: () => Promise<LightMyRequestResponse>): Promise<readonly number[]> {
  const answers = await Promise.all(Array.from({ length: count }, ask));
  return answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
}

describe('the starts of a key', () => {
  const api_keys = [entry('shop', { max_starts_per_minute: 3 }), entry('desk')];

  it('are limited exactly, also when they come at once', async () => {
    const app = await appWith({ api_keys });
    expect(await times(20, () => startAs(app, 'shop'))).toEqual([
      201,
      201,
      201,
      ...Array.from({ length: 17 }, () => 429),
    ]);
  });

  it('are refused with the time after which they are not', async () => {
    const scheduler = new VirtualClock();
    const app = await appWith({ api_keys, scheduler });
    await times(3, () => startAs(app, 'shop'));
    scheduler.flush(20_000);
    const refused = await startAs(app, 'shop');
    expect(problemIn(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(refused.headers['retry-after']).toBe('40');
    scheduler.flush(59_999);
    expect((await startAs(app, 'shop')).statusCode).toBe(429);
    scheduler.flush(60_000);
    expect((await startAs(app, 'shop')).statusCode).toBe(201);
  });

  it('are counted for both addresses of the route, and for each key by itself', async () => {
    const app = await appWith({ api_keys });
    const headers = { authorization: `Bearer ${KEYS.shop}` };
    await times(3, () => app.inject({ method: 'POST', url: '/startSession', headers }));
    expect((await startAs(app, 'shop')).statusCode).toBe(429);
    expect(await times(10, () => startAs(app, 'desk'))).toEqual(Array.from({ length: 10 }, () => 201));
  });

  it('do not limit showing and ending a session', async () => {
    const app = await appWith({ api_keys });
    const { session_id } = (await startAs(app, 'shop')).json();
    await times(3, () => startAs(app, 'shop'));
    const session = { url: `/v1/sessions/${session_id}`, headers: { authorization: `Bearer ${KEYS.shop}` } };
    expect((await app.inject({ method: 'GET', ...session })).statusCode).toBe(200);
    expect((await app.inject({ method: 'DELETE', ...session })).statusCode).toBe(204);
  });

  it('that are refused configure nothing', async () => {
    let configured = 0;
    const agent = agentWith();
    const counting = agentWith({
      configure_session: (input) => {
        configured += 1;
        return agent.configure_session(input);
      },
    });
    const app = await appWith({ api_keys, agent: counting });
    await times(10, () => startAs(app, 'shop'));
    expect(configured).toBe(3);
  });
});

describe('requests without a caller', () => {
  const options = { api_keys: [entry('shop')], max_unauthenticated_per_minute: 3 };

  it('are limited for each IP address', async () => {
    const scheduler = new VirtualClock();
    const app = await appWith({ ...options, scheduler });
    expect(await times(5, () => startAs(app))).toEqual([401, 401, 401, 429, 429]);
    expect((await startAs(app, undefined, '203.0.113.8')).statusCode).toBe(401);
    scheduler.flush(60_000);
    expect((await startAs(app)).statusCode).toBe(401);
  });

  it('do not lock out the key of the same address', async () => {
    const app = await appWith(options);
    await times(10, () => startAs(app));
    expect((await startAs(app, 'shop')).statusCode).toBe(201);
  });

  it('are counted where tokens are refused, too', async () => {
    const app = await appWith({ max_unauthenticated_per_minute: 3 });
    const at = await listening(app);
    const url = mediaOf(await startSession(app), at);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await readRefusal(openSocket(url))).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it('are counted together: documents, and keys that are refused', async () => {
    const app = await appWith({ ...options, scheduler: new VirtualClock() });
    const get = (url: string): Promise<LightMyRequestResponse> => app.inject({ url, remoteAddress: '203.0.113.7' });
    await get('/openapi.json');
    await get('/docs');
    await startAs(app);
    const refused = await get('/openapi.json');
    expect(problemIn(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(refused.headers['retry-after']).toBe('60');
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).statusCode).toBe(200);
  });

  it('are limited for a whole network of IPv6', async () => {
    const app = await appWith(options);
    const from = (host: string) => () => startAs(app, undefined, host);
    await times(2, from('2001:db8::1'));
    await times(1, from('2001:db8::2'));
    expect(await times(1, from('2001:db8::3'))).toEqual([429]);
    expect(await times(1, from('2001:db8:0:1::1'))).toEqual([401]);
  });

  it('cannot choose their address', async () => {
    const app = await appWith(options);
    let n = 0;
    const spoofed = (): Promise<LightMyRequestResponse> =>
      app.inject({ method: 'POST', url: '/v1/sessions', headers: { 'x-forwarded-for': `198.51.100.${n++}` } });
    expect(await times(4, spoofed)).toEqual([401, 401, 401, 429]);
  });

  it('count for sessions that are not known', async () => {
    const app = await appWith({ max_unauthenticated_per_minute: 3 });
    const at = await listening(app);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++)
      statuses.push((await readRefusal(openSocket(mediaOf({ session_id: createSessionId() }, at)))).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
  });

  it.each([0, 1.5, -1, Number.NaN])('cannot be limited to %s', async (max_unauthenticated_per_minute) => {
    await expect(appWith({ max_unauthenticated_per_minute })).rejects.toMatchObject({
      details: { path: 'max_unauthenticated_per_minute' },
    });
  });
});

describe('windows', () => {
  it('begin with their first event, each key for itself', () => {
    const clock = new VirtualClock();
    const { count } = createWindows(1000, clock);
    clock.flush(100);
    expect([count('a', 2), count('a', 2), count('a', 2), count('b', 2)]).toEqual([0, 0, 1000, 0]);
    clock.flush(1099);
    expect(count('a', 2)).toBe(1);
    clock.flush(1100);
    expect(count('a', 2)).toBe(0);
  });

  it('are 10000 at most: the oldest is forgotten', () => {
    const { count } = createWindows(1000, new VirtualClock());
    for (let n = 0; n <= 10_000; n++) count(`${n}`, 1);
    expect([count('1', 1), count('0', 1)]).toEqual([1000, 0]);
  });
});

describe('a client has', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['2001:0db8:0000:0001::', '2001:db8:0:1'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['none', 'none'],
  ])('of %s the network %s', (ip, network) => expect(networkOf(ip)).toBe(network));
});
