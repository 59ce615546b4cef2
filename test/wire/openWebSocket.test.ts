import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { OpenSocket, Socket, SocketEnd, SocketFrame } from '../../src/wire/socket.ts';
import { openWebSocket, createWebSocketOpener } from '../../src/wire/openWebSocket.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test('opens with the headers it is given, without compression', async () => {
  const { url, upgraded } = await serve();
  const client = open(url, { authorization: 'Token secret' });
  await client.opened;
  const { headers } = await upgraded;
  expect(headers['authorization']).toBe('Token secret');
  expect(headers['sec-websocket-extensions']).toBeUndefined();
});

test('brings text as text and bytes as bytes, in both directions', async () => {
  const { url, connected } = await serve();
  const client = open(url);
  const server = await connected;
  server.on('message', (data, isBinary) => server.send(data, { binary: isBinary }));
  await client.opened;
  client.socket.send('héllo');
  client.socket.send(new Uint8Array([1, 2, 255]));
  expect([await client.next(), Uint8Array.from((await client.next()) as Uint8Array)]).toEqual([
    'héllo',
    new Uint8Array([1, 2, 255]),
  ]);
});

test('an end by the server is reported with its code and reason', async () => {
  const { url, connected } = await serve();
  const client = open(url);
  (await connected).close(1011, 'no more');
  expect(await client.ended).toEqual({ code: 1011, reason: 'no more' });
});

test('a connection that breaks is reported as 1006', async () => {
  const { url, connected } = await serve();
  const client = open(url);
  (await connected).terminate();
  expect(await client.ended).toMatchObject({ code: 1006 });
});

test('a server that does not exist is reported as 1006, with what failed', async () => {
  const { url, close } = await serve();
  await close();
  expect(await open(url).ended).toEqual({ code: 1006, reason: expect.stringContaining('ECONNREFUSED') });
});

test('a refusal is reported with its status, headers and body', async () => {
  const { url } = await refuse((_, response) => {
    response.writeHead(429, { 'Retry-After': '3', 'Set-Cookie': ['a=1', 'b=2'] }).end('{"message":"slow down"}');
  });
  const { refused, ...end } = await open(url).ended;
  expect(end).toEqual({ code: 1006, reason: '' });
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '3', 'set-cookie': 'a=1, b=2' },
    body: '{"message":"slow down"}',
  });
});

test('a redirect is a refusal: it would take the key elsewhere', async () => {
  const { url } = await refuse((_, response) => void response.writeHead(302, { location: 'ws://elsewhere' }).end());
  expect((await open(url).ended).refused).toMatchObject({ status: 302 });
});

test('of a refusal without end the first 8192 bytes are read', async () => {
  const { url } = await refuse((_, response) => void response.writeHead(500).write('x'.repeat(100_000)));
  const { refused } = await open(url).ended;
  expect(refused?.body).toHaveLength(8192);
});

test('a refusal that breaks off is reported with what came of it', async () => {
  const { url } = await refuse((_, response) => {
    response.writeHead(503, { 'content-length': '100' }).write('half of');
    setImmediate(() => response.destroy());
  });
  expect((await open(url).ended).refused).toMatchObject({ status: 503 });
});

test('a refusal without an end is reported once, when the handshake has lasted too long', async () => {
  const { url } = await refuse((_, response) => void response.writeHead(503).write('wait for it'));
  const client = open(url, {}, createWebSocketOpener({ handshakeMs: 50, closeMs: 50 }));
  expect((await client.ended).refused).toMatchObject({ status: 503, body: 'wait for it' });
  await client.quiet();
  expect(client.log.filter((what) => what === 'ended')).toHaveLength(1);
});

test('a handshake without an answer times out', async () => {
  const server = createServer();
  server.on('upgrade', () => {});
  const { url } = await listening(server);
  const client = open(url, {}, createWebSocketOpener({ handshakeMs: 50, closeMs: 50 }));
  expect(await client.ended).toEqual({ code: 1006, reason: 'Opening handshake has timed out' });
});

test('close sends 1000 and reports nothing more', async () => {
  const { url, connected } = await serve();
  const client = open(url);
  const server = await connected;
  await client.opened;
  const goodbye = new Promise<number>((resolve) => void server.once('close', resolve));
  client.socket.close();
  server.send('one more thing');
  expect(await goodbye).toBe(1000);
  await client.quiet();
  expect(client.log).toEqual(['opened']);
});

test('what was sent before the goodbye still arrives', async () => {
  const { url, connected } = await serve();
  const client = open(url);
  const server = await connected;
  await client.opened;
  const got = new Promise<string>((resolve) => void server.once('message', (data) => resolve(textOf(data))));
  client.socket.send('bye');
  client.socket.close();
  expect(await got).toBe('bye');
});

test('a server that does not answer the goodbye is left', async () => {
  const { url, upgraded, connected } = await serve();
  const client = open(url, {}, createWebSocketOpener({ handshakeMs: 1000, closeMs: 20 }));
  const tcp = (await upgraded).socket;
  await connected;
  await client.opened;
  const left = new Promise<void>((resolve) => void tcp.once('close', () => resolve()));
  tcp.removeAllListeners('data').pause();
  client.socket.close();
  tcp.resume();
  await left;
});

test('terminate reports nothing more, and the server sees 1006', async () => {
  const { url, connected } = await serve();
  const client = open(url);
  const server = await connected;
  await client.opened;
  const end = new Promise<number>((resolve) => void server.once('close', resolve));
  client.socket.terminate();
  expect(await end).toBe(1006);
  await client.quiet();
  expect(client.log).toEqual(['opened']);
});

test.each(['close', 'terminate'] as const)('%s while connecting is silent, and no socket is left', async (leave) => {
  const { url, connected, server } = await serve();
  const client = open(url);
  client.socket[leave]();
  await client.quiet();
  expect(client.log).toEqual([]);
  await Promise.race([connected, client.quiet()]);
  await new Promise<void>((resolve) => void server.close(() => resolve()));
});

test('close while a refusal is being read is silent', async () => {
  let log = (): void => {};
  const refusing = new Promise<void>((resolve) => (log = resolve));
  const { url } = await refuse((_, response) => {
    response.writeHead(401).write('who are');
    log();
  });
  const client = open(url);
  await refusing;
  await client.quiet();
  client.socket.close();
  await client.quiet();
  expect(client.log).toEqual([]);
});

test('frames before the opening and after the end are dropped', async () => {
  const { url, connected } = await serve();
  const client = open(url);
  client.socket.send('too early');
  const server = await connected;
  const got: string[] = [];
  server.on('message', (data) => got.push(textOf(data)));
  await client.opened;
  client.socket.send('in time');
  await new Promise<void>((resolve) => void server.once('message', () => resolve()));
  server.close(1000);
  await client.ended;
  expect(() => client.socket.send('too late')).not.toThrow();
  expect(got).toEqual(['in time']);
});

test('what has not left yet is counted', async () => {
  const { url, upgraded } = await serve();
  const client = open(url);
  await client.opened;
  (await upgraded).socket.pause();
  expect(client.socket.bufferedBytes).toBe(0);
  for (let frame = 0; frame < 64; frame += 1) client.socket.send(new Uint8Array(1024 * 1024));
  expect(client.socket.bufferedBytes).toBeGreaterThan(1024 * 1024);
  client.socket.terminate();
});

interface Client {
  readonly socket: Socket;
  readonly opened: Promise<void>;
  readonly ended: Promise<SocketEnd>;
  readonly log: readonly string[];
  /** The next frame that comes. */
  next(): Promise<SocketFrame>;
  /** A few turns of the event loop, a way over the network and back among them. */
  quiet(): Promise<void>;
}

function open(url: string, headers: Record<string, string> = {}, openSocket: OpenSocket = openWebSocket): Client {
  const log: string[] = [];
  const frames: SocketFrame[] = [];
  let waiting: (() => void) | null = null;
  let onOpened = (): void => {};
  let onEnded: (end: SocketEnd) => void = () => {};
  const opened = new Promise<void>((resolve) => (onOpened = resolve));
  const ended = new Promise<SocketEnd>((resolve) => (onEnded = resolve));
  const socket = openSocket(
    { url, headers },
    {
      opened: () => {
        log.push('opened');
        onOpened();
      },
      received: (frame) => {
        log.push('received');
        frames.push(frame);
        waiting?.();
      },
      ended: (end) => {
        log.push('ended');
        onEnded(end);
      },
    },
  );
  closing.push(() => socket.terminate());
  const next = async (): Promise<SocketFrame> => {
    while (frames.length === 0) await new Promise<void>((resolve) => (waiting = resolve));
    return frames.shift() ?? '';
  };
  return { socket, opened, ended, log, next, quiet };
}

async function quiet(): Promise<void> {
  const { url, close } = await refuse((_, response) => void response.end());
  await fetch(url.replace(/^ws/u, 'http'));
  await close();
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : '';
}

interface Serving {
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

async function serve(): Promise<Serving & { upgraded: Promise<IncomingMessage>; connected: Promise<WebSocket> }> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const upgraded = new Promise<IncomingMessage>((resolve) => void server.once('upgrade', resolve));
  const connected = new Promise<WebSocket>((resolve) => void sockets.once('connection', resolve));
  return { ...(await listening(server)), upgraded, connected };
}

async function refuse(answer: RequestListener): Promise<Serving> {
  return listening(createServer(answer));
}

async function listening(server: Server): Promise<Serving> {
  const open = new Set<TcpSocket>();
  server.on('connection', (socket: TcpSocket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> => {
    for (const socket of open) socket.destroy();
    return new Promise((resolve) => void server.close(() => resolve()));
  };
  closing.push(() => void close());
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/listen`, server, close };
}
