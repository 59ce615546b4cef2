import { describe, expect, it } from 'vitest';
import { exchange, serving } from './support.ts';

const HOST = 'Host: localhost\r\nConnection: close\r\n';

describe('every refusal is problem+json', () => {
  it.each([
    [400, 'bad_request', 'no HTTP', 'HELLO\r\n\r\n'],
    [400, 'bad_request', 'no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [400, 'bad_request', 'a URL that cannot be decoded', `GET /%zz HTTP/1.1\r\n${HOST}\r\n`],
    [
      400,
      'bad_request',
      'two lengths',
      `POST /v1/sessions HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    ],
    [400, 'bad_request', 'a header with a line break', `GET /healthz HTTP/1.1\r\n${HOST}X: a\nb\r\n\r\n`],
    [404, 'not_found', 'an address where there is nothing', `GET /nowhere HTTP/1.1\r\n${HOST}\r\n`],
    [405, 'method_not_allowed', 'another method', `PUT /v1/sessions HTTP/1.1\r\n${HOST}\r\n`],
    [
      417,
      'expectation_failed',
      'an expectation',
      `POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n`,
    ],
    [400, 'bad_request', 'garbage behind a request', `GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n\u0001`],
    [
      403,
      'host_not_allowed',
      'another host',
      'GET /nowhere HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    ],
    [431, 'headers_too_large', 'a long head', `GET /healthz HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      413,
      'payload_too_large',
      'a long body',
      `POST /v1/sessions HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 65537\r\n\r\n`,
    ],
  ])('%i %s: %s', async (status, code, _, request) => {
    const answer = await exchange(await serving(), request);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `, 'u'));
    expect(head.toLowerCase()).toContain('content-type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, code });
  });
});

describe('without callers', () => {
  it.each(['X-Forwarded-For: 203.0.113.7', 'Forwarded: for=203.0.113.7', 'X-Real-IP: 203.0.113.7', 'Via: 1.1 proxy'])(
    'nothing that a proxy has passed on is answered: %s',
    async (header) => {
      const answer = await exchange(await serving(), `POST /v1/sessions HTTP/1.1\r\n${HOST}${header}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 403 /u);
      expect(answer).toContain('"code":"host_not_allowed"');
    },
  );

  it.each([{ public_url: 'https://voice.example.com' }, { trust_proxy: true }, { host: '::' }])(
    'no server is started that others may reach: %o',
    async (options) => {
      await expect(serving(options)).rejects.toMatchObject({
        code: 'usage_invalid',
        message: expect.stringContaining('this server does not identify its callers'),
      });
    },
  );
});
