import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { filter, firstValueFrom, lastValueFrom, toArray } from 'rxjs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { HttpEvent, HttpRequest } from '../../src/wire/http.ts';
import { createHttpPool, type HttpPool } from '../../src/wire/httpPool.ts';
import { createCertificate } from '../fakes/kit/certificate.ts';
import { countingServer } from './countingServer.ts';

describe('a request', () => {
  test('carries its method, headers and body, and brings head and body', async () => {
    const { origin } = await countingServer(async (request, response) => {
      const { method, url, headers } = request;
      const sent = (await buffer(request)).toString();
      response.writeHead(201, { 'x-request-id': 'r1' }).end(`${method} ${url} ${headers.authorization} ${sent}`);
    });
    const request = post(`${origin}/v1?a=b`, { headers: { authorization: 'Bearer k' }, body: 'hello' });
    const [head, ...body] = await eventsOf(createHttpPool(), request);
    expect(head).toMatchObject({ kind: 'head', status: 201, headers: { 'x-request-id': 'r1' } });
    expect(textOf(body)).toBe('POST /v1?a=b Bearer k hello');
  });

  test('brings the body as it comes, and is not redirected', async () => {
    const { origin } = await countingServer((request, response) => {
      if (request.url === '/moved') response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
      else response.write('first');
    });
    const { openRequest } = createHttpPool();
    const piece = await firstValueFrom(openRequest(post(origin)).pipe(filter(({ kind }) => kind === 'bytes')));
    expect(textOf([piece])).toBe('first');
    expect(await eventsOf(createHttpPool(), post(`${origin}/moved`))).toMatchObject([{ kind: 'head', status: 307 }]);
  });

  test('fails where there is no server, and where the answer breaks off', async () => {
    const { origin } = await countingServer((_, response) => void response.write('first', () => response.destroy()));
    await expect(eventsOf(createHttpPool(), post('http://127.0.0.1:1/'))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    await expect(eventsOf(createHttpPool(), post(origin))).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('with a form is sent as well', async () => {
    const { origin } = await countingServer(async (request, response) => {
      response.end(`${(await buffer(request)).includes('whisper')}`);
    });
    const body = new FormData();
    body.append('model', 'whisper');
    expect(textOf(await eventsOf(createHttpPool(), post(origin, { body })))).toBe('true');
  });
});

describe('connections', () => {
  test('are closed with their requests unless they are kept', async () => {
    const server = await countingServer(hello);
    const requests = createHttpPool();
    await eventsOf(requests, post(server.origin));
    await eventsOf(requests, post(server.origin));
    await server.left(2);
    expect(server.came()).toBe(2);
  });

  test('that are kept serve request after request, and are closed when they are no longer kept', async () => {
    const server = await countingServer(hello);
    const requests = createHttpPool();
    const [first, second] = [requests.keep(), requests.keep()];
    await eventsOf(requests, post(server.origin));
    first.unsubscribe();
    await eventsOf(requests, post(server.origin));
    expect([server.came(), server.open()]).toEqual([1, 1]);
    second.unsubscribe();
    await server.left(1);
    expect(server.open()).toBe(0);
  });

  test('are open before the first request, which is sent over them', async () => {
    const server = await countingServer(hello);
    const requests = createHttpPool();
    const kept = requests.keepOpen(server.origin);
    await server.arrived(1);
    expect(server.served()).toBe(0);
    await eventsOf(requests, post(server.origin));
    expect(server.came()).toBe(1);
    kept.unsubscribe();
    await server.left(1);
  });

  test('are open before the first request over TLS, too', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await countingServer(hello, createCertificate());
    const requests = createHttpPool();
    const kept = requests.keepOpen(server.origin);
    await server.arrived(1);
    expect(textOf(await eventsOf(requests, post(server.origin)))).toBe('hello');
    expect(textOf(await eventsOf(requests, post(server.origin)))).toBe('hello');
    expect(server.came()).toBe(1);
    kept.unsubscribe();
    await server.left(1);
  });

  test('that were never used are closed as well', async () => {
    const server = await countingServer(hello);
    const kept = createHttpPool().keepOpen(server.origin);
    await server.arrived(1);
    kept.unsubscribe();
    await server.left(1);
  });

  test('that an aborted request has ended are opened again at once', async () => {
    const server = await countingServer((_, response) => void response.write('first'));
    const requests = createHttpPool();
    const kept = requests.keepOpen(server.origin);
    await firstValueFrom(requests.openRequest(post(server.origin)).pipe(filter(({ kind }) => kind === 'bytes')));
    await server.arrived(2);
    await server.left(1);
    expect([server.came(), server.open()]).toEqual([2, 1]);
    kept.unsubscribe();
    await server.left(2);
  });

  test('in use while the last keeper leaves are closed when their request is over', async () => {
    const server = await countingServer(hello);
    const requests = createHttpPool();
    const kept = requests.keep();
    const answer = eventsOf(requests, post(server.origin));
    kept.unsubscribe();
    expect(textOf(await answer)).toBe('hello');
    await server.left(1);
  });

  test('that cannot be opened ahead are no failure', async () => {
    const server = await countingServer(hello);
    await server.close();
    const requests = createHttpPool();
    const kept = requests.keepOpen(server.origin);
    await expect(eventsOf(requests, post(server.origin))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    kept.unsubscribe();
  });

  test('that the server ends while they are idle are replaced by the next request', async () => {
    const server = await countingServer(hello);
    const requests = createHttpPool();
    const kept = requests.keepOpen(server.origin);
    await server.arrived(1);
    server.hangUp();
    await server.left(1);
    await expect(reached(requests, server.origin)).resolves.toBe('hello');
    kept.unsubscribe();
    await server.left(2);
  });
});

/** The client may not have noticed yet that its connection has ended: then its request fails, and it tries again. */
async function reached(requests: HttpPool, url: string): Promise<string> {
  const fetchText = async (): Promise<string> => textOf(await eventsOf(requests, post(url)));
  return fetchText().catch(fetchText);
}

function hello(_: IncomingMessage, response: ServerResponse): void {
  response.end('hello');
}

function post(url: string, rest: Partial<HttpRequest> = {}): HttpRequest {
  return { url, method: 'POST', headers: {}, ...rest };
}

function eventsOf({ openRequest }: HttpPool, request: HttpRequest): Promise<readonly HttpEvent[]> {
  return lastValueFrom(openRequest(request).pipe(toArray()));
}

function textOf(events: readonly HttpEvent[]): string {
  return Buffer.concat(events.flatMap((event) => (event.kind === 'bytes' ? [event.bytes] : []))).toString();
}
