import { asyncScheduler, catchError, map, of, throwError, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { AntiphonError } from '../../src/core/errors.ts';
import type { HttpRequest } from '../../src/wire/http.ts';
import { requestWithRetry } from '../../src/wire/requestWithRetry.ts';
import { createWireDeps } from '../../src/wire/wireDeps.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { createRequestDouble, type ReplyBehaviour, type RequestDouble } from '../../src/testing/wire/requestDouble.ts';

const REQUEST: HttpRequest = {
  url: 'https://voice.example/v1',
  method: 'POST',
  headers: { authorization: 'Bearer k' },
};
const GOOD: ReplyBehaviour = {
  headAtMs: 1,
  body: [
    { atMs: 2, bytes: 'a' },
    { atMs: 6, bytes: 'b' },
  ],
  endsAtMs: 7,
};
const BUSY: ReplyBehaviour = { headAtMs: 1, status: 503 };

describe('a good answer', () => {
  test('comes with its head when the first bytes come', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall(GOOD);
      expectObservable(answer).toBe('--(ha)b|', { h: '200', a: 'a', b: 'b' });
    }));

  test('without a body is its head', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall({ headAtMs: 1, endsAtMs: 3 });
      expectObservable(answer).toBe('---(h|)', { h: '200' });
    }));

  test('is requested anew by each subscription', () =>
    marbles(({ expectObservable, flush }) => {
      const { answer, requests } = createCall([BUSY, BUSY, GOOD, BUSY, BUSY, GOOD]);
      expectObservable(answer).toBe('1ms 100ms 1ms 200ms --(ha)b|', { h: '200', a: 'a', b: 'b' });
      expectObservable(answer, '1s ^').toBe('1s 1ms 100ms 1ms 200ms --(ha)b|', { h: '200', a: 'a', b: 'b' });
      flush();
      expect(requests).toHaveLength(6);
    }));
});

describe('transient failures are retried', () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 529])('HTTP %i, after a pause of 100 ms', (status) =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall([{ headAtMs: 1, status, body: ['{}'] }, GOOD]);
      expectObservable(answer).toBe('1ms 100ms --(ha)b|', { h: '200', a: 'a', b: 'b' });
    }),
  );

  test('a connection that breaks before the answer', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall([{ headAtMs: Infinity, breaksAtMs: 3 }, GOOD]);
      expectObservable(answer).toBe('3ms 100ms --(ha)b|', { h: '200', a: 'a', b: 'b' });
    }));

  test('a connection that breaks between head and body: the head is emitted once', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall([{ headAtMs: 1, endsAtMs: Infinity, breaksAtMs: 3 }, GOOD]);
      expectObservable(answer).toBe('3ms 100ms --(ha)b|', { h: '200', a: 'a', b: 'b' });
    }));

  test('a server that is silent for 10 s: its request is aborted', () =>
    marbles(({ expectObservable, flush }) => {
      const { answer, requests } = createCall([{ headAtMs: Infinity }, GOOD]);
      expectObservable(answer).toBe('10s 100ms --(ha)b|', { h: '200', a: 'a', b: 'b' });
      flush();
      expect(requests[0]?.ended).toEqual({ by: 'abort', atMs: 10_000 });
    }));

  test('a refusal whose body does not end, after a second', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall([{ headAtMs: 1, status: 500, body: ['{'], endsAtMs: Infinity }, GOOD]);
      expectObservable(answer).toBe('1ms 1s 100ms --(ha)b|', { h: '200', a: 'a', b: 'b' });
    }));

  test('three times in all, with pauses that double, then fails', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall({ headAtMs: 1, status: 503, body: ['{"error":{"message":"overloaded"}}'] });
      expectObservable(answer).toBe('1ms 100ms 1ms 200ms 1ms (x|)', {
        x: 'provider_failed 503 voice: HTTP 503: overloaded',
      });
    }));

  test('with pauses of at most 400 ms, as often as configured', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall(BUSY, { attempts: 5 });
      const time = '1ms 100ms 1ms 200ms 1ms 400ms 1ms 400ms 1ms (x|)';
      expectObservable(answer).toBe(time, { x: 'provider_failed 503 voice: HTTP 503' });
    }));

  test('with pauses of half the time by chance', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall([BUSY, GOOD], { random: () => 0 });
      expectObservable(answer).toBe('1ms 50ms --(ha)b|', { h: '200', a: 'a', b: 'b' });
    }));
});

describe('a provider that requests a pause', () => {
  test.each([
    ['retry-after-ms', '2500', '2500ms'],
    ['retry-after', '3', '3s'],
    ['retry-after', '5', '5s'],
    ['retry-after', 'Thu, 01 Jan 1970 00:00:04 GMT', '4s'],
    ['retry-after', '0', '100ms'],
  ])('gets it: %s: %s', (name, value, pause) =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall([{ headAtMs: 1, status: 429, headers: { [name]: value } }, GOOD]);
      expectObservable(answer).toBe(`1ms ${pause} --(ha)b|`, { h: '200', a: 'a', b: 'b' });
    }),
  );

  test('of more than 5 s is not waited for', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall([{ headAtMs: 1, status: 429, headers: { 'retry-after': '6' } }, GOOD]);
      expectObservable(answer).toBe('-(x|)', { x: 'provider_failed 429 voice: HTTP 429' });
    }));

  test('or for none, has its way', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall([{ headAtMs: 1, status: 429, headers: { 'x-should-retry': 'false' } }, GOOD]);
      expectObservable(answer).toBe('-(x|)', { x: 'provider_refused 429 voice: HTTP 429' });
    }));

  test('to try again, has its way', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall([{ headAtMs: 1, status: 400, headers: { 'x-should-retry': 'true' } }, GOOD]);
      expectObservable(answer).toBe('1ms 100ms --(ha)b|', { h: '200', a: 'a', b: 'b' });
    }));
});

describe('what cannot pass is tried once', () => {
  test.each([302, 400, 401, 402, 403, 404, 413, 422])('HTTP %i', (status) =>
    marbles(({ expectObservable, flush }) => {
      const { answer, requests } = createCall({ headAtMs: 1, status, body: ['{"error":{"message":"no such voice"}}'] });
      expectObservable(answer).toBe('-(x|)', { x: `provider_refused ${status} voice: HTTP ${status}: no such voice` });
      flush();
      expect(requests).toHaveLength(1);
    }),
  );

  test('an answer that breaks off after its first bytes', () =>
    marbles(({ expectObservable, flush }) => {
      const { answer, requests } = createCall({ ...GOOD, endsAtMs: Infinity, breaksAtMs: 7 });
      const letters = { h: '200', a: 'a', b: 'b', x: 'provider_failed undefined voice: the answer broke off' };
      expectObservable(answer).toBe('--(ha)b(x|)', letters);
      flush();
      expect(requests).toHaveLength(1);
    }));
});

describe('the error', () => {
  test('of a connection that is refused has its code', () =>
    marbles(({ expectObservable }) => {
      const broken = Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
      });
      const { answer } = createCall(GOOD, { attempts: 1, broken });
      expectObservable(answer).toBe('(x|)', { x: 'provider_failed undefined voice: no answer came (ECONNREFUSED)' });
    }));

  test('of a request that the platform does not send quotes nothing of it', () =>
    marbles(({ expectObservable }) => {
      const broken = new TypeError('Headers.append: "Bearer k\u0001" is an invalid header value.');
      const { answer } = createCall(GOOD, { attempts: 1, broken });
      expectObservable(answer).toBe('(x|)', { x: 'provider_failed undefined voice: no answer came' });
    }));

  test('quotes no key, also not one that it would cut in two', () =>
    marbles(({ expectObservable }) => {
      const headers = { authorization: 'Bearer sk-1234567890123456' };
      const { answer } = createCall({ status: 400, body: [`${'x'.repeat(284)} sk-1234567890123456`] }, { headers });
      expectObservable(answer).toBe('(x|)', { x: `provider_refused 400 voice: HTTP 400: ${'x'.repeat(284)} ***` });
    }));

  test('quotes nothing that the caller calls secret', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall({ status: 400, body: ['a.b.c.d is wrong'] }, { secrets: ['a.b.c.d'] });
      expectObservable(answer).toBe('(x|)', { x: 'provider_refused 400 voice: HTTP 400: *** is wrong' });
    }));

  test('quotes no more than the beginning of a long answer', () =>
    marbles(({ expectObservable }) => {
      const { answer } = createCall({ status: 400, body: ['x'.repeat(8000), 'y'.repeat(8000)] });
      expectObservable(answer).toBe('(x|)', { x: `provider_refused 400 voice: HTTP 400: ${'x'.repeat(290)}` });
    }));
});

describe('unsubscribing', () => {
  test('aborts the request', () =>
    marbles(({ expectObservable, flush }) => {
      const { answer, requests } = createCall(GOOD);
      expectObservable(answer, '^--!').toBe('--(ha)', { h: '200', a: 'a' });
      flush();
      expect(requests.map(({ ended }) => ended)).toEqual([{ by: 'abort', atMs: 3 }]);
    }));

  test('in a pause ends it', () =>
    marbles(({ expectObservable, flush }) => {
      const { answer, requests } = createCall(BUSY);
      expectObservable(answer, '^ 50ms !').toBe('-');
      flush();
      expect(requests).toHaveLength(1);
    }));
});

interface CallOptions {
  readonly attempts?: number;
  readonly secrets?: readonly string[];
  readonly headers?: HttpRequest['headers'];
  readonly random?: () => number;
  /** What a request fails with at once. */
  readonly broken?: Error;
}

interface TestCall extends Pick<RequestDouble, 'requests'> {
  /** Statuses, bytes as text, and the message of the error. */
  readonly answer: Observable<string>;
}

function createCall(
  server: ReplyBehaviour | readonly ReplyBehaviour[],
  { attempts, secrets, headers = REQUEST.headers, random = () => 1, broken }: CallOptions = {},
): TestCall {
  const { openRequest, requests } = createRequestDouble({ server });
  const open = broken === undefined ? openRequest : () => throwError(() => broken);
  const deps = createWireDeps({ scheduler: asyncScheduler, openRequest: open, random, wallClock: () => 0 });
  const answer = requestWithRetry({ ...REQUEST, headers }, { name: 'voice', attempts, secrets }, deps).pipe(
    map((event) => (event.kind === 'head' ? `${event.status}` : new TextDecoder().decode(event.bytes))),
    catchError((error: unknown) => of(error instanceof AntiphonError ? textOf(error) : 'no AntiphonError')),
  );
  return { answer, requests };
}

function textOf({ code, details, message }: AntiphonError): string {
  return `${code} ${details.status} ${message}`;
}
