import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { createApiKey, hashApiKey } from '../../../src/keys/apiKey.ts';
import { messageContaining, offerOf } from '../support.ts';
import { dial, readToEnd, serving } from './support.ts';

const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(import.meta.dirname, '../tls', name))) as [
  Buffer,
  Buffer,
];
const KEY = createApiKey();
const api_keys = [{ name: 'shop', hash: hashApiKey(KEY).toString('hex'), scopes: ['sessions:start'] as const }];

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

async function start(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const sent = request(`${url}/v1/sessions`, { method: 'POST', ca: cert, headers, agent: false }).end();
  const [response] = await once(sent, 'response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, headers: response.headers, body };
}

describe('with tls', () => {
  it('the server speaks https and wss', async () => {
    const { url } = await serving({ tls: { key, cert } });
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/u);
    const session = JSON.parse((await start(url)).body) as StartSessionResponse;
    expect(session.transport.url).toMatch(url.replace('https', 'wss'));
    const client = new WebSocket(session.transport.url, [...(offerOf(session).protocols ?? [])], { ca: cert });
    onTestFinished(() => client.terminate());
    await messageContaining(client, '"type":"session.started"');
  });

  it('its URLs are those of public_url, and browsers stay on https', async () => {
    const { url } = await serving({ tls: { key, cert }, api_keys, public_url: 'https://voice.example.com' });
    const { headers, body } = await start(url, { authorization: `Bearer ${KEY}` });
    expect(JSON.parse(body).transport.url).toMatch(/^wss:\/\/voice\.example\.com\/v1\/sessions\//u);
    expect(headers['strict-transport-security']).toMatch(/^max-age=/u);
  });

  it('a client that never shakes hands is cut', async () => {
    const server = await serving({ tls: { key, cert }, header_timeout: 0.1, request_timeout: 0.1 });
    expect(await readToEnd(dial(server))).toBe('');
  });

  it('a key that is none fails the start', async () => {
    await expect(serving({ tls: { key: 'no key', cert } })).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringMatching(/^tls or trust_proxy: /u),
    });
  });
});

describe('behind a proxy', () => {
  const options = { api_keys, public_url: 'https://voice.example.com', max_unauthenticated_per_minute: 1 };

  async function statusFrom(url: string, client: string): Promise<number> {
    const headers = {
      'x-forwarded-for': client,
      'x-forwarded-host': 'voice.example.com',
      'x-forwarded-proto': 'https',
    };
    return (await fetch(`${url}/v1/sessions`, { method: 'POST', headers })).status;
  }

  it('that is trusted, clients are told apart by what it says', async () => {
    const { url } = await serving({ ...options, trust_proxy: ['127.0.0.1'] });
    const statuses = [await statusFrom(url, '203.0.113.7'), await statusFrom(url, '203.0.113.7')];
    expect([...statuses, await statusFrom(url, '203.0.113.8')]).toEqual([401, 429, 401]);
  });

  it('that is not, they are one', async () => {
    const { url } = await serving({ ...options, trust_proxy: ['192.0.2.1'] });
    expect([await statusFrom(url, '203.0.113.7'), await statusFrom(url, '203.0.113.8')]).toEqual([401, 429]);
  });

  it('whose address is none, the server does not start', async () => {
    await expect(serving({ ...options, trust_proxy: 'proxy.internal' })).rejects.toMatchObject({
      code: 'usage_invalid',
    });
  });
});
