import helmet from '@fastify/helmet';
import { describe, expect, it } from 'vitest';
import { appWith } from '../support.ts';

const POLICY = "default-src 'none';object-src 'none';form-action 'none';frame-ancestors 'none';base-uri 'none'";

describe('the headers of the API', () => {
  it('let a browser show and run nothing, also of a refusal', async () => {
    const app = await appWith();
    for (const url of ['/healthz', '/v1/sessions/ses_0']) {
      expect((await app.inject(url)).headers).toMatchObject({
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it('keep browsers on https only if the public_url has it', async () => {
    const strictness = async (public_url?: string): Promise<unknown> =>
      (await (await appWith({ public_url })).inject('/healthz')).headers['strict-transport-security'];
    expect(await strictness()).toBeUndefined();
    expect(await strictness('http://voice.example.com')).toBeUndefined();
    expect(await strictness('https://voice.example.com')).toMatch(/^max-age=/u);
  });

  it('are not those of the app, nor the other way round', async () => {
    const app = await appWith({ prefix: '/voice' }, async (own) => {
      await own.register(helmet, {
        contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'self'"] } },
      });
      own.get('/own', () => ({}));
    });
    expect((await app.inject('/own')).headers['content-security-policy']).toBe("default-src 'self'");
    expect((await app.inject('/voice/healthz')).headers['content-security-policy']).toBe(POLICY);
    const plain = await appWith({ prefix: '/voice' }, (own) => void own.get('/own', () => ({})));
    expect((await plain.inject('/own')).headers['content-security-policy']).toBeUndefined();
  });
});
