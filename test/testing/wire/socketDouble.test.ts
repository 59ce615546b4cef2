import { expect, test } from 'vitest';
import type { Socket } from '../../../src/wire/socket.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import {
  createSocketDouble,
  type SocketDouble,
  type SocketDoubleOptions,
} from '../../../src/testing/wire/socketDouble.ts';

const request = { url: 'ws://nowhere.test', headers: {} };

interface Opened extends SocketDouble {
  readonly clock: VirtualClock;
  readonly socket: Socket;
  readonly log: readonly string[];
}

function open(server?: SocketDoubleOptions['server'], onOpened: (socket: Socket) => void = () => {}): Opened {
  const clock = new VirtualClock();
  const double = createSocketDouble({ server, scheduler: clock });
  const log: string[] = [];
  const socket = double.openSocket(request, {
    opened: () => {
      log.push(`${clock.now()} opened`);
      onOpened(socket);
    },
    received: (frame) => log.push(`${clock.now()} ${String(frame)}`),
    ended: ({ code, reason, refused }) => log.push(`${clock.now()} ended ${code} ${reason}${refused?.status ?? ''}`),
  });
  return { ...double, clock, socket, log };
}

test('it opens in the same instant, but not inside the call', () => {
  const { log, clock } = open();
  expect(log).toEqual([]);
  clock.flush(0);
  expect(log).toEqual(['0 opened']);
});

test('it follows its script', () => {
  const { log, clock, connections } = open({
    opensAfterMs: 10,
    script: [
      { atMs: 20, frame: 'hello' },
      { atMs: 30, end: { code: 1011, reason: 'tired' } },
      { atMs: 40, frame: 'never heard' },
    ],
  });
  clock.flush();
  expect(log).toEqual(['10 opened', '20 hello', '30 ended 1011 tired']);
  expect(connections[0]?.closed).toEqual({ by: 'server', atMs: 30 });
});

test('an end before the opening refuses it', () => {
  const refused = { status: 401, headers: {}, body: '' };
  const { log, clock } = open({ opensAfterMs: Number.POSITIVE_INFINITY, script: [{ atMs: 5, end: { refused } }] });
  clock.flush();
  expect(log).toEqual(['5 ended 1006 401']);
});

test('it receives what the client sends, and answers after a while', () => {
  const { log, clock, connections } = open(
    { onFrame: (frame, server) => server.send(`you said ${String(frame)}`, 7) },
    (socket) => socket.send('hi'),
  );
  clock.flush();
  expect(log).toEqual(['0 opened', '7 you said hi']);
  expect(connections[0]?.sent).toEqual([{ atMs: 0, frame: 'hi' }]);
});

test('what is sent before the opening and after the end is dropped, as on a real socket', () => {
  const { clock, socket, connections } = open({ opensAfterMs: 10, script: [{ atMs: 20, end: {} }] });
  socket.send('early');
  clock.flush();
  socket.send('late');
  expect(connections[0]?.sent).toEqual([]);
});

test('bytes are logged as they were when they were sent', () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const { clock, connections } = open({}, (socket) => socket.send(bytes));
  clock.flush();
  bytes.fill(0);
  expect(connections[0]?.sent[0]?.frame).toEqual(new Uint8Array([1, 2, 3]));
});

test.each(['close', 'terminate'] as const)('after %s nothing more is reported, and no work is left', (leave) => {
  const { log, clock, socket, connections } = open({ script: [{ atMs: 20, frame: 'hello' }] });
  clock.flush(10);
  socket[leave]();
  expect(clock.pending).toBe(0);
  expect(log).toEqual(['0 opened']);
  expect(connections[0]?.closed).toEqual({ by: leave, atMs: 10 });
});

test('each connection has its behaviour, and the last serves all that follow', () => {
  const { clock, openSocket, connections } = open([{ script: [{ atMs: 1, end: {} }] }, {}]);
  const ignoring = { opened: () => {}, received: () => {}, ended: () => {} };
  openSocket(request, ignoring);
  openSocket(request, ignoring);
  clock.flush();
  expect(connections.map(({ closed }) => closed?.by)).toEqual(['server', undefined, undefined]);
});

test('a test can play the server by hand, and set how much is still buffered', () => {
  const { log, clock, socket, connections } = open();
  clock.flush(5);
  const [connection] = connections;
  connection?.server.send('by hand');
  if (connection !== undefined) connection.bufferedBytes = 99;
  clock.flush();
  expect(log).toEqual(['0 opened', '5 by hand']);
  expect(socket.bufferedBytes).toBe(99);
});

test('inside `marbles` its time is virtual without more', () => {
  marbles(({ flush }) => {
    const { openSocket, connections } = createSocketDouble({ server: { script: [{ atMs: 30_000, end: {} }] } });
    openSocket(request, { opened: () => {}, received: () => {}, ended: () => {} });
    flush();
    expect(connections[0]?.closed).toEqual({ by: 'server', atMs: 30_000 });
  });
});
