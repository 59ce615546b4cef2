import { expect, test } from 'vitest';
import type { HttpEvent, HttpRequest } from '../../../src/wire/http.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { createRequestDouble } from '../../../src/testing/wire/requestDouble.ts';

const request: HttpRequest = { url: 'http://nowhere.test', method: 'POST', headers: {}, body: 'text' };
const head = (status = 200): HttpEvent => ({ kind: 'head', status, headers: {} });
const bytes = (text: string): HttpEvent => ({ kind: 'bytes', bytes: new TextEncoder().encode(text) });

test('a request is answered with 200 and nothing', () => {
  marbles(({ expectObservable }) => {
    expectObservable(createRequestDouble().openRequest(request)).toBe('(h|)', { h: head() });
  });
});

test('nothing is sent before somebody subscribes', () => {
  const { openRequest, requests } = createRequestDouble();
  openRequest(request);
  expect(requests).toEqual([]);
});

test('the body comes in its pieces, each at its time', () => {
  marbles(({ expectObservable }) => {
    const { openRequest } = createRequestDouble({
      server: { headAtMs: 2, status: 206, body: ['a', { atMs: 7, bytes: 'b' }, new Uint8Array([99])], endsAtMs: 12 },
    });
    expectObservable(openRequest(request)).toBe('--(ha)-(bc)-|', {
      h: head(206),
      a: bytes('a'),
      b: bytes('b'),
      c: bytes('c'),
    });
  });
});

test('a connection breaks as a failed fetch does', () => {
  marbles(({ expectObservable, flush }) => {
    const { openRequest, requests } = createRequestDouble({ server: { body: ['a'], breaksAtMs: 5, endsAtMs: 9 } });
    expectObservable(openRequest(request)).toBe('(ha)-#', { h: head(), a: bytes('a') }, new TypeError('fetch failed'));
    flush();
    expect(requests[0]?.ended).toEqual({ by: 'break', atMs: 5 });
  });
});

test('unsubscribing aborts, and its time is logged', () => {
  marbles(({ expectObservable, flush }) => {
    const { openRequest, requests } = createRequestDouble({ server: { headAtMs: Number.POSITIVE_INFINITY } });
    expectObservable(openRequest(request), '^---!').toBe('-----');
    flush();
    expect(requests).toEqual([{ request, atMs: 0, ended: { by: 'abort', atMs: 4 } }]);
  });
});

test('each request has its behaviour, and the last serves all that follow', () => {
  marbles(({ expectObservable }) => {
    const { openRequest } = createRequestDouble({ server: [{ status: 429 }, { status: 201 }] });
    expectObservable(openRequest(request)).toBe('(h|)', { h: head(429) });
    expectObservable(openRequest(request)).toBe('(h|)', { h: head(201) });
    expectObservable(openRequest(request)).toBe('(h|)', { h: head(201) });
  });
});

test('the reply may depend on the request', () => {
  marbles(({ expectObservable }) => {
    const { openRequest } = createRequestDouble({ server: ({ method }, n) => ({ body: [`${method} ${n}`] }) });
    expectObservable(openRequest(request)).toBe('(hb|)', { h: head(), b: bytes('POST 0') });
  });
});
