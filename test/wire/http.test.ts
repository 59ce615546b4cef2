import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { filter, firstValueFrom, lastValueFrom, toArray } from 'rxjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchRequest, type HttpEvent, type HttpRequest } from '../../src/wire/http.ts';

describe('a request over the network', () => {
  test('carries its method, headers and body, and brings head and body', async () => {
    const url = await serve(async (request, response) => {
      const { method, headers } = request;
      const sent = (await buffer(request)).toString();
      response
        .writeHead(201, { 'x-request-id': 'r1' })
        .end(`${method} ${request.url} ${headers.authorization} ${sent}`);
    });
    const [head, ...body] = await eventsOf(
      post(`${url}/v1?a=b`, { headers: { authorization: 'Bearer k' }, body: 'hello' }),
    );
    expect(head).toMatchObject({ kind: 'head', status: 201, headers: { 'x-request-id': 'r1' } });
    expect(textOf(body)).toBe('POST /v1?a=b Bearer k hello');
  });

  test('with a form has the boundary of its parts', async () => {
    const url = await serve(async (request, response) => {
      const boundary = /boundary=(.+)$/u.exec(request.headers['content-type'] ?? '')?.[1];
      const sent = (await buffer(request)).toString();
      response.end(boundary !== undefined && sent.startsWith(`--${boundary}`) ? 'form' : 'no form');
    });
    const body = new FormData();
    body.append('model', 'whisper-1');
    expect(textOf(await eventsOf(post(url, { body })))).toBe('form');
  });

  test('brings the body as it comes, not when it is whole', async () => {
    const url = await serve((_, response) => void response.write('first'));
    const piece = await firstValueFrom(fetchRequest(post(url)).pipe(filter(({ kind }) => kind === 'bytes')));
    expect(textOf([piece])).toBe('first');
  });

  test('is not redirected', async () => {
    const url = await serve((_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end());
    expect(await eventsOf(post(url))).toMatchObject([{ kind: 'head', status: 307 }]);
  });

  test('is aborted by unsubscribing before the answer', async () => {
    const left = eventOf<ServerResponse>();
    const url = await serve((_, response) => left.notify(response));
    const subscription = fetchRequest(post(url)).subscribe();
    const response = await left.occurred;
    subscription.unsubscribe();
    await once(response, 'close');
  });

  test('is aborted by unsubscribing amid the answer, and emits nothing more', async () => {
    const left = eventOf<ServerResponse>();
    const url = await serve((_, response) => {
      response.write('first');
      left.notify(response);
    });
    await firstValueFrom(fetchRequest(post(url)).pipe(filter(({ kind }) => kind === 'bytes')));
    await once(await left.occurred, 'close');
  });

  test('fails where there is no server', async () => {
    await expect(eventsOf(post('http://127.0.0.1:1/'))).rejects.toThrow('fetch failed');
  });

  test('fails where the answer breaks off', async () => {
    const url = await serve((_, response) => void response.write('first', () => response.destroy()));
    await expect(eventsOf(post(url))).rejects.toThrow('terminated');
  });
});

/** A server for one test. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function post(url: string, rest: Partial<HttpRequest> = {}): HttpRequest {
  return { url, method: 'POST', headers: {}, ...rest };
}

function eventsOf(request: HttpRequest): Promise<readonly HttpEvent[]> {
  return lastValueFrom(fetchRequest(request).pipe(toArray()));
}

function textOf(events: readonly HttpEvent[]): string {
  return Buffer.concat(events.flatMap((event) => (event.kind === 'bytes' ? [event.bytes] : []))).toString();
}

function eventOf<T>(): { readonly occurred: Promise<T>; readonly notify: (value: T) => void } {
  let notify: (value: T) => void = () => {};
  const occurred = new Promise<T>((resolve) => (notify = resolve));
  return { occurred, notify };
}
