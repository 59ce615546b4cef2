import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createAddress } from '../../../src/server/addresses/address.ts';
import { parsePublicUrl } from '../../../src/server/addresses/publicUrl.ts';
import { appWith, authenticate, post, problemIn } from '../support.ts';

const PUBLIC = 'https://voice.example.com/prefix';

function request(host: string, protocol = 'http', localAddress?: string): FastifyRequest {
  return { host, protocol, socket: { localAddress } } as unknown as FastifyRequest;
}

describe('a server with a public_url answers', () => {
  const { isServed } = createAddress(parsePublicUrl(PUBLIC), '/voice');

  it.each([
    'voice.example.com',
    'VOICE.example.com',
    'voice.example.com:443',
    'localhost:3000',
    '[::1]:3000',
    '127.0.0.1',
  ])('for %s', (host) => expect(isServed(request(host))).toBe(true));

  it.each([
    'evil.example',
    'voice.example.com.evil.example',
    'voice.example.com:80',
    'voice.example.com:8443',
    'voice.example.com.',
    'evil.example@voice.example.com',
    'voice.example.com/x',
    'voice.example.com#',
    'voice.example.com:99999',
    'localhost.',
    'localhost@evil.example',
    '0.0.0.0',
    '192.168.0.7',
    '[::2]',
    '::1',
    '',
  ])('not for "%s"', (host) => expect(isServed(request(host))).toBe(false));
});

describe('a server answers for the address of the connection', () => {
  const { isServed } = createAddress(undefined, '');

  it.each([
    ['192.168.0.7:3000', '192.168.0.7'],
    ['192.168.0.7', '::ffff:192.168.0.7'],
    ['[fd00::7]:3000', 'fd00::7'],
    ['[FD00:0::7]', 'fd00::7'],
  ])('%s', (host, local) => expect(isServed(request(host, 'http', local))).toBe(true));

  it.each([
    ['192.168.0.8', '192.168.0.7'],
    ['evil.example', 'evil.example'],
  ])('and not for %s', (host, local) => expect(isServed(request(host, 'http', local))).toBe(false));
});

describe('the URL of a session', () => {
  it('is made of the public_url, whatever the request says', async () => {
    const app = await appWith({ public_url: PUBLIC, prefix: '/voice', authenticate });
    const { headers, body } = await app.inject({
      method: 'POST',
      url: '/voice/v1/sessions',
      headers: { host: 'localhost:81' },
    });
    const { session_id, transport } = JSON.parse(body);
    expect(transport.url).toBe(`wss://voice.example.com/prefix/v1/sessions/${session_id}/media`);
    expect(headers.location).toBe(`/prefix/v1/sessions/${session_id}`);
  });

  it('is made of the public_url behind a proxy that lies', async () => {
    const app = await appWith({ public_url: PUBLIC, authenticate }, undefined, { trustProxy: true });
    const headers = { host: 'localhost', 'x-forwarded-host': 'voice.example.com', 'x-forwarded-proto': 'javascript' };
    const started = await app.inject({ method: 'POST', url: '/v1/sessions', headers });
    expect(started.json().transport.url).toMatch(/^wss:\/\/voice\.example\.com\/prefix\/v1\/sessions\//u);
    const foreign = { ...headers, 'x-forwarded-host': 'evil.example' };
    const refused = await app.inject({ method: 'POST', url: '/v1/sessions', headers: foreign });
    expect(problemIn(refused).code).toBe('host_not_allowed');
  });

  it('does not follow a scheme of a proxy that there is not', () => {
    const { socketUrl } = createAddress(undefined, '');
    expect(socketUrl('/x', request('localhost', 'javascript'))).toBe('ws://localhost/x');
    expect(socketUrl('/x', request('localhost', 'https'))).toBe('wss://localhost/x');
  });

  it.each(['evil.example', 'voice.example.com', 'localhost@evil.example', 'a\tb'])(
    'is never made of the foreign host "%s"',
    async (host) => {
      const app = await appWith();
      const response = await app.inject({ method: 'POST', url: '/v1/sessions', headers: { host } });
      expect(problemIn(response)).toMatchObject({ status: 403, code: 'host_not_allowed' });
      expect(response.body).not.toContain(host);
    },
  );
});

describe('probes', () => {
  it.each(['/healthz', '/readyz'])('may use any host: %s', async (url) => {
    const app = await appWith();
    expect((await app.inject({ url, headers: { host: 'pod.internal' } })).statusCode).toBe(200);
    expect((await app.inject({ url: '/openapi.json', headers: { host: 'pod.internal' } })).statusCode).toBe(403);
  });
});

describe('public_url', () => {
  it.each([
    'voice.example.com',
    'ftp://voice.example.com',
    'https://user:secret@voice.example.com',
    'https://voice.example.com/?token=secret',
    'https://voice.example.com/#secret',
    '',
  ])('has to be an address without other parts: "%s"', async (public_url) => {
    const failed: unknown = await appWith({ public_url }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'usage_invalid', details: { path: 'public_url' } });
    expect(String(failed)).not.toContain('secret');
  });

  it('may end with a slash, and have a port', () => {
    expect(parsePublicUrl('https://voice.example.com:8443/')).toMatchObject({
      host: 'voice.example.com:8443',
      path: '',
    });
  });
});

describe('an origin is compared whole', () => {
  const from = async (origin: string, host = 'voice.example.com'): Promise<number> => {
    const app = await appWith({ public_url: PUBLIC, authenticate, allowed_origins: ['https://shop.example:8443'] });
    return (await app.inject({ method: 'POST', url: '/v1/sessions', headers: { origin, host } })).statusCode;
  };

  it.each(['https://voice.example.com', 'https://shop.example:8443'])('%s may use the server', async (origin) =>
    expect(await from(origin)).toBe(201),
  );

  it.each([
    'http://voice.example.com',
    'https://voice.example.com:8443',
    'https://voice.example.com:443',
    'https://VOICE.example.com',
    'https://voice.example.com/',
    'https://voice.example.com.evil.example',
    'https://evil.example',
    'https://shop.example',
    'http://shop.example:8443',
    'null',
    '',
    'https://voice.example.com, https://evil.example',
  ])('%s may not', async (origin) => expect(await from(origin)).toBe(403));

  it('that of the loopback page is its own, with its port', async () => {
    expect(await from('http://localhost:3000', 'localhost:3000')).toBe(201);
    expect(await from('http://localhost:3001', 'localhost:3000')).toBe(403);
    expect(await from('https://localhost:3000', 'localhost:3000')).toBe(403);
    expect(await from('http://[::1]:3000', '[::1]:3000')).toBe(201);
  });

  it('that of nobody is not that of a host that is not served', async () => {
    const app = await appWith();
    const headers = { origin: 'http://evil.example', host: 'evil.example' };
    expect(problemIn(await app.inject({ method: 'POST', url: '/v1/sessions', headers })).code).toBe('host_not_allowed');
    expect((await post(app)).statusCode).toBe(201);
  });
});
