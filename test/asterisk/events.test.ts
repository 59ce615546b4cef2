import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { JSON_EVENTS, PLAIN_EVENTS } from '../server/adapters/asterisk/captured.ts';
import { filesFor, requireRoot } from './asteriskItself.ts';
import { runAsterisk } from './runAsterisk.ts';

/** The events of a call that `originate Local/…` has made, in which these commands are sent, and what it was opened with. */
async function eventsOf(dialled: string, commands: readonly (string | Uint8Array)[]) {
  const servers = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => servers.close());
  await once(servers, 'listening');
  const url = `http://127.0.0.1:${(servers.address() as AddressInfo).port}`;
  const asterisk = await runAsterisk(requireRoot(), filesFor(url, 'ws://127.0.0.1:9', dialled));
  onTestFinished(() => asterisk.close());
  const events: string[] = [];
  const rings = new Promise<readonly [WebSocket, IncomingMessage]>((resolve) =>
    servers.once('connection', (socket, request) => {
      socket.on('message', (data: Buffer, isBinary: boolean) => !isBinary && events.push(data.toString()));
      socket.once('message', () => resolve([socket, request]));
    }),
  );
  await asterisk.command('channel originate Local/200@agent extension s@keys');
  const [socket, request] = await rings;
  for (const command of commands) socket.send(command);
  const [code] = (await once(socket, 'close')) as [number];
  return { events, code, request };
}

/** The names and the types of what an event has: numbers and identifiers differ from call to call. */
function shapeOf(event: string): unknown {
  if (event.startsWith('{')) return shapeOfValue(JSON.parse(event));
  const [name, ...words] = event.split(' ');
  return [name, ...words.map((word) => (word.includes(':') ? word.slice(0, word.indexOf(':')) : 'word'))];
}

function shapeOfValue(value: object): unknown {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === 'event' ? field : typeof field]),
  );
}

/** Shapes of the events, each once. */
const shapesOf = (events: readonly string[]): ReadonlySet<string> =>
  new Set(events.map((event) => JSON.stringify(shapeOf(event))));

const AUDIO = new Uint8Array(640);

test('an Asterisk sends in JSON what the simulator is made of', async () => {
  const command = (name: string, correlation_id?: string) => JSON.stringify({ command: name, correlation_id });
  const { events, code, request } = await eventsOf('c(slin16)f(json)', [
    command('START_MEDIA_BUFFERING'),
    AUDIO,
    command('MARK_MEDIA', '7'),
    command('GET_STATUS'),
    command('STOP_MEDIA_BUFFERING', 'b1'),
    command('REPORT_QUEUE_DRAINED'),
    'no JSON',
  ]);
  const { full: _, free: __, ...expected } = JSON_EVENTS;
  expect(shapesOf(events)).toEqual(shapesOf(Object.values(expected)));
  expect(code).toBe(1000);
  expect(request.url).toBe('/v1/asterisk/media?from=&to=200');
  expect(request.headers).toMatchObject({
    'sec-websocket-protocol': 'media',
    authorization: expect.stringMatching(/^Basic /u),
  });
});

test('an Asterisk sends in plain text what the simulator is made of', async () => {
  const { events } = await eventsOf('c(slin16)', [
    'START_MEDIA_BUFFERING',
    AUDIO,
    'MARK_MEDIA 7',
    'GET_STATUS',
    'STOP_MEDIA_BUFFERING b1',
    'REPORT_QUEUE_DRAINED',
  ]);
  const { full: _, free: __, error: ___, ...expected } = PLAIN_EVENTS;
  expect(shapesOf(events)).toEqual(shapesOf(Object.values(expected)));
});

test('an Asterisk drops marks with the audio at a flush, and then what is no whole frame', async () => {
  const { events } = await eventsOf('c(slin16)', [
    'START_MEDIA_BUFFERING',
    new Uint8Array(6400),
    'MARK_MEDIA dropped',
    'FLUSH_MEDIA',
    'GET_STATUS',
    new Uint8Array(600),
    'MARK_MEDIA kept',
  ]);
  expect(events.filter((event) => event.startsWith('MEDIA_MARK'))).toEqual(['MEDIA_MARK_PROCESSED kept']);
  expect(events.find((event) => event.startsWith('STATUS'))).toContain('queue_length:0');
  expect(events.find((event) => event.startsWith('STATUS'))).toContain('bulk_media:false');
});

test('an Asterisk that is paused keeps its audio, and drops it at a flush: there is nothing to continue', async () => {
  const { events } = await eventsOf('c(slin16)', [
    'START_MEDIA_BUFFERING',
    new Uint8Array(6400),
    'PAUSE_MEDIA',
    'MARK_MEDIA dropped',
    'GET_STATUS',
    'FLUSH_MEDIA',
    'CONTINUE_MEDIA',
    'GET_STATUS',
    AUDIO,
    'MARK_MEDIA kept',
  ]);
  expect(events.filter((event) => event.startsWith('MEDIA_MARK'))).toEqual(['MEDIA_MARK_PROCESSED kept']);
  const [paused, continued] = events.filter((event) => event.startsWith('STATUS'));
  expect(paused).toMatch(/queue_length:[1-9].* media_paused:true/u);
  expect(continued).toMatch(/queue_length:0 .* media_paused:false/u);
});

test('an Asterisk closes with 1000 when it has to hang up', async () => {
  const { code } = await eventsOf('c(slin16)', ['HANGUP']);
  expect(code).toBe(1000);
});
