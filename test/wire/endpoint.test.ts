import { expect, test } from 'vitest';
import { buildRequestUrl, buildSocketUrl } from '../../src/wire/endpoint.ts';

const parts = { origin: 'wss://api.example.com', path: '/v1/listen' };

test('without a base it is the provider itself', () => {
  expect(buildSocketUrl(parts)).toBe('wss://api.example.com/v1/listen');
  expect(buildRequestUrl(parts)).toBe('https://api.example.com/v1/listen');
});

test.each([
  ['ws://127.0.0.1:8080', 'ws://127.0.0.1:8080/v1/listen', 'http://127.0.0.1:8080/v1/listen'],
  ['wss://proxy.test', 'wss://proxy.test/v1/listen', 'https://proxy.test/v1/listen'],
  ['http://127.0.0.1:8080', 'ws://127.0.0.1:8080/v1/listen', 'http://127.0.0.1:8080/v1/listen'],
  ['https://proxy.test/', 'wss://proxy.test/v1/listen', 'https://proxy.test/v1/listen'],
  ['https://proxy.test/speech', 'wss://proxy.test/speech/v1/listen', 'https://proxy.test/speech/v1/listen'],
  ['https://proxy.test/speech//', 'wss://proxy.test/speech/v1/listen', 'https://proxy.test/speech/v1/listen'],
])('a base of %s is taken in either form, with the path behind it', (baseUrl, socket, request) => {
  expect([buildSocketUrl({ ...parts, baseUrl }), buildRequestUrl({ ...parts, baseUrl })]).toEqual([socket, request]);
});

test('a query keeps its order, and a name may stand more than once', () => {
  const query = [
    ['model', 'nova-3'],
    ['keyterm', 'a'],
    ['keyterm', 'b'],
  ] as const;
  expect(buildSocketUrl({ ...parts, query })).toBe('wss://api.example.com/v1/listen?model=nova-3&keyterm=a&keyterm=b');
});

test('a query is escaped', () => {
  const query = [['keyterm', 'tea & 50% “sugar”?#']] as const;
  expect(new URL(buildSocketUrl({ ...parts, query })).searchParams.get('keyterm')).toBe('tea & 50% “sugar”?#');
});

test('a base that has a query keeps it', () => {
  const baseUrl = 'https://proxy.test/a?tenant=7';
  expect(buildRequestUrl({ ...parts, baseUrl, query: [['model', 'x']] })).toBe(
    'https://proxy.test/a/v1/listen?tenant=7&model=x',
  );
});
