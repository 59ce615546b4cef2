import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { appWith, problemIn } from '../support.ts';

const start: InjectOptions = { method: 'POST', url: '/v1/sessions', headers: { host: '127.0.0.1' } };

describe('a plugin that does not know its callers', () => {
  it('takes this machine for its caller', async () => {
    const app = await appWith();
    expect((await app.inject({ ...start, remoteAddress: '127.0.0.1' })).statusCode).toBe(201);
    expect((await app.inject({ ...start, remoteAddress: '::ffff:127.0.0.1' })).statusCode).toBe(201);
  });

  it.each<[string, InjectOptions]>([
    ['another machine', { remoteAddress: '203.0.113.7' }],
    ['another machine of its network', { remoteAddress: '::ffff:10.0.0.7' }],
    ['a proxy', { headers: { host: '127.0.0.1', 'x-forwarded-for': '203.0.113.7' } }],
  ])('starts no session for %s', async (_, from) => {
    const app = await appWith();
    expect(problemIn(await app.inject({ ...start, ...from }))).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('starts none at a public address', async () => {
    const app = await appWith({ public_url: 'https://voice.example.com' });
    const headers = { host: 'voice.example.com' };
    expect(problemIn(await app.inject({ ...start, headers }))).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('starts one at an address of this machine', async () => {
    const app = await appWith({ public_url: 'http://localhost:3000' });
    expect((await app.inject({ ...start, headers: { host: 'localhost:3000' } })).statusCode).toBe(201);
  });

  it('is in good health for everybody', async () => {
    const app = await appWith({ public_url: 'https://voice.example.com' });
    const asked = { url: '/healthz', remoteAddress: '203.0.113.7', headers: { host: 'voice.example.com' } };
    expect((await app.inject(asked)).statusCode).toBe(200);
  });
});
