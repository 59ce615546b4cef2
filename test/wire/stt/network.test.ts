import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { from, lastValueFrom, NEVER, toArray } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type { SttInput } from '../../../src/core/ports.ts';
import type { SttWire } from '../../../src/wire/stt/dialect.ts';
import { createWebSocketStt } from '../../../src/wire/stt/createWebSocketStt.ts';
import { toyWire } from './toyWire.ts';

const frame = { samples: new Int16Array(1600), sampleRate: 16_000 };
const speech: readonly SttInput[] = [
  { kind: 'start', segment: 0 },
  { kind: 'audio', segment: 0, frame },
  { kind: 'audio', segment: 0, frame },
  { kind: 'end', segment: 0 },
];

let server: WebSocketServer;
let wire: SttWire;

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  wire = { ...toyWire, request: () => ({ url, headers: {} }) };
});

afterEach(async () => {
  for (const client of server.clients) client.terminate();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test('over a real network, an utterance whose first connection breaks is answered once, and nothing stays open', async () => {
  const heard: string[][] = [];
  server.on('connection', (socket) => heard.push(listenTo(socket, { breaksAt: heard.length === 0 ? 2 : null })));
  const events = await lastValueFrom(createWebSocketStt(wire).transcribe(from(speech)).pipe(toArray()));
  expect(events.filter(({ kind }) => kind !== 'interim')).toEqual([{ kind: 'final', segment: 0, text: 'hello' }]);
  await allClosed();
  expect(heard).toEqual([
    ['begin 0', '100 ms of 0'],
    ['begin 0', '100 ms of 0', '100 ms of 0', 'end 0', 'bye'],
  ]);
});

test('over a real network, unsubscribing while connecting leaves no connection', async () => {
  createWebSocketStt(wire).transcribe(NEVER).subscribe().unsubscribe();
  const staying = createWebSocketStt(wire).transcribe(NEVER).subscribe();
  await once(server, 'connection');
  expect(server.clients.size).toBe(1);
  staying.unsubscribe();
  await allClosed();
  expect(server.clients.size).toBe(0);
});

/** Logs its frames, answers `end 0`, and breaks at frame `breaksAt`. */
function listenTo(socket: WebSocket, { breaksAt }: { readonly breaksAt: number | null }): string[] {
  const heard: string[] = [];
  socket.on('message', (data) => {
    heard.push(Buffer.isBuffer(data) ? data.toString() : '');
    if (heard.length === breaksAt) socket.removeAllListeners('message').terminate();
    if (heard.at(-1) === 'end 0') socket.send('piece 0 hello; done 0');
  });
  return heard;
}

async function allClosed(): Promise<void> {
  await Promise.all([...server.clients].map((client) => once(client, 'close')));
}
