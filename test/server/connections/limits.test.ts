import { describe, expect, it } from 'vitest';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { createConnectionLimits } from '../../../src/server/connections/limits.ts';
import { joinSession } from '../support.ts';
import { dial, exchange, isKept, readToEnd, serving } from './support.ts';

describe('a slow client is cut', () => {
  it.each([
    ['says nothing', ''],
    ['never ends the head of its request', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ])('that %s', async (_, request) => {
    const answer = await exchange(await serving({ header_timeout: 0.1, request_timeout: 0.2 }), request);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/u);
    expect(answer).toContain('"code":"request_timeout"');
  });

  it('that sends its head byte by byte', async () => {
    const server = await serving({ header_timeout: 0.2, request_timeout: 0.2 });
    const socket = dial(server);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    let isOpen = true;
    const reading = readToEnd(socket).finally(() => (isOpen = false));
    while (isOpen) {
      await fetch(`${server.url}/healthz`);
      socket.write('a');
    }
    const answer = await reading;
    expect(answer).toContain('"code":"request_timeout"');
  });

  it('that never ends its body', async () => {
    const server = await serving({ header_timeout: 0.1, request_timeout: 0.2 });
    const head =
      'POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    expect(await exchange(server, head)).toContain('"code":"request_timeout"');
  });

  it('that keeps its connection for a next request and sends none', async () => {
    const server = await serving({ keep_alive_timeout: 0.1 });
    expect(await exchange(server, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')).toContain('{"healthy":true}');
  });

  it('and one that talks is not', async () => {
    const server = await serving({ header_timeout: 0.1, request_timeout: 0.1, keep_alive_timeout: 0.1 });
    const started = await fetch(`${server.url}/v1/sessions`, { method: 'POST' });
    const client = await joinSession((await started.json()) as StartSessionResponse, new URL(server.url));
    // Longer than all limits, by the time of the server.
    for (let t = 0; t < 10; t++) {
      const silent = dial(server);
      await readToEnd(silent);
    }
    client.send(JSON.stringify({ type: 'ping', t: 1 }));
    expect(client.readyState).toBe(client.OPEN);
  });
});

describe('connections', () => {
  it('are limited exactly, and make place when they close', async () => {
    const server = await serving({ max_connections: 3, max_connections_per_ip: 1000 });
    const sockets = [dial(server), dial(server), dial(server)];
    expect(await Promise.all(sockets.map(isKept))).toEqual([true, true, true]);
    expect(await isKept(dial(server))).toBe(false);
    sockets[0]?.destroy();
    await expect.poll(() => isKept(dial(server))).toBe(true);
  });

  it('are limited for each address', async () => {
    const server = await serving({ max_connections_per_ip: 2 });
    const sockets = [dial(server), dial(server)];
    expect(await Promise.all(sockets.map(isKept))).toEqual([true, true]);
    expect(await isKept(dial(server))).toBe(false);
    expect(await isKept(dial(server, '127.0.0.2'))).toBe(true);
    sockets[0]?.destroy();
    await expect.poll(() => isKept(dial(server))).toBe(true);
  });

  it('are counted when they have become WebSockets, too', async () => {
    const server = await serving({ max_connections_per_ip: 2 });
    const started = await fetch(`${server.url}/v1/sessions`, { method: 'POST', headers: { connection: 'close' } });
    const session = (await started.json()) as StartSessionResponse;
    await joinSession(session, new URL(server.url));
    expect(await isKept(dial(server))).toBe(true);
    expect(await isKept(dial(server))).toBe(false);
  });
});

describe('the limits of connections', () => {
  it.each([
    ['max_connections', 0],
    ['max_connections', 1.5],
    ['max_connections_per_ip', 0],
    ['header_timeout', 0],
    ['request_timeout', 301],
    ['keep_alive_timeout', Number.NaN],
  ])('%s cannot be %s', (name, value) => {
    expect(() => createConnectionLimits({ [name]: value }, false)).toThrow(
      expect.objectContaining({ code: 'usage_invalid', details: { path: name } }),
    );
  });

  it('of an address are those of all behind a proxy, which has all connections', () => {
    expect(createConnectionLimits({}, false)).toMatchObject({ maxConnections: 10_000, maxConnectionsPerIp: 1000 });
    expect(createConnectionLimits({}, true).maxConnectionsPerIp).toBe(10_000);
    expect(createConnectionLimits({ max_connections: 10 }, false).maxConnectionsPerIp).toBe(10);
  });
});
