import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { untilClosed } from '../../support/untilClosed.ts';
import { offerOf } from '../support.ts';
import { frame } from './flood.ts';
import { dial, findCloseCode, receive } from './rawSocket.ts';

/** An attack that goes on until its time is up: how often the server answered what, by status or close code. */
export type Attack = (at: URL, isOver: () => boolean) => Promise<Readonly<Record<string, number>>>;

/**
 * What is sent, and the answers that are right: one, but for wrong tokens. An address that has sent 60 of them in a minute is
 * answered with 429, which a fast machine reaches and a slow one does not.
 */
export const ATTACKS: Readonly<Record<string, readonly [attack: Attack, ...answers: string[]]>> = {
  pongs: [flooding(frame(0xa)), '4429'],
  pings: [flooding(frame(0x9, Buffer.alloc(125))), '4429'],
  'unknown types': [flooding(text('{"type":"from.the.future"}')), '4429'],
  'tiny frames': [flooding(frame(0x2, Buffer.alloc(1))), '4400'],
  'maximal frames': [flooding(text(`{"type":"x","a":"${'a'.repeat(65_000)}"}`)), '4429'],
  'deep JSON': [flooding(text(`{"type":"x","a":${'['.repeat(10_000)}`)), '4429'],
  'fragments without an end': [flooding(frame(0, undefined, false), frame(0x1, undefined, false)), '1008'],
  'half-open handshakes': [
    holding(() => `${request('GET /v1/sessions/ses_none/media')}Upgrade: websocket\r\n`),
    'held',
  ],
  'slow headers': [holding(() => `${request('GET /healthz')}X-Slow: `), 'held'],
  'slow bodies': [holding(() => `${request('POST /v1/sessions')}Content-Length: 1000\r\n\r\n{`), 'held'],
  'connects and disconnects': [asking(() => ''), 'none'],
  pipelining: [asking(() => `${request('GET /healthz')}\r\n`.repeat(50)), '200'],
  'upgrades to nowhere': [asking(({ host }) => upgrade('/v1/sessions/ses_none/media', host, 'ek_none')), '404', '429'],
  'wrong tokens': [guessing(), '401', '429'],
};

function text(json: string): Buffer {
  return frame(0x1, Buffer.from(json));
}

function request(line: string): string {
  return `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
}

function upgrade(path: string, host: string, token: string): string {
  const key = randomBytes(16).toString('base64');
  return (
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
    `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: antiphon.v1, antiphon.token.${token}\r\n\r\n`
  );
}

/** Joins one session after the other, and sends a piece as fast as the server takes it until it is closed. */
function flooding(piece: Buffer, first: Buffer = Buffer.alloc(0)): Attack {
  const block = Buffer.concat(Array.from({ length: Math.max(1, Math.floor(65_536 / piece.length)) }, () => piece));
  return repeat(async (at) => {
    const session = await start(at);
    const token = offerOf(session).protocols?.[1]?.replace('antiphon.token.', '') ?? '';
    const socket = await dial(at);
    const received = receive(socket);
    socket.write(upgrade(new URL(session.transport.url).pathname, at.host, token));
    while (!received().includes('\r\n\r\n') && !socket.destroyed) await wait(1);
    socket.write(first);
    const closed = untilClosed(socket);
    while (!socket.destroyed && findCloseCode(received()) === null) await write(socket, block);
    socket.end();
    await closed;
    return [`${findCloseCode(received())}`];
  });
}

/** Opens one connection after the other, sends something, and reads all answers. */
function asking(bytes: (at: URL) => string): Attack {
  return repeat(async (at) => {
    const socket = await dial(at);
    const received = receive(socket);
    const closed = untilClosed(socket);
    socket.end(bytes(at));
    await closed;
    const statuses = [
      ...received()
        .toString('latin1')
        .matchAll(/HTTP\/1\.1 (\d{3})/gu),
    ].map(([, status = '']) => status);
    return statuses.length === 0 ? ['none'] : statuses;
  });
}

/** Asks for one session with the tokens of nobody. */
function guessing(): Attack {
  return async (at, isOver) => {
    const { transport } = await start(at);
    const { pathname } = new URL(transport.url);
    const guess = (): string => `ek_${randomBytes(60).toString('base64url')}`;
    return asking(({ host }) => upgrade(pathname, host, guess()))(at, isOver);
  };
}

const HELD = 40;

/** Holds connections open with a part of a request, and sends a further byte of it now and then. */
function holding(bytes: () => string): Attack {
  return async (at, isOver) => {
    const sockets = await Promise.all(Array.from({ length: HELD }, () => dial(at)));
    for (const socket of sockets) socket.write(bytes());
    while (!isOver()) {
      await wait(50);
      for (const socket of sockets) if (socket.writable) socket.write('E');
    }
    const held = sockets.filter(({ destroyed }) => !destroyed).length;
    for (const socket of sockets) socket.destroy();
    return { held, ...(held === HELD ? {} : { closed: HELD - held }) };
  };
}

function repeat(attackOnce: (at: URL) => Promise<readonly string[]>): Attack {
  return async (at, isOver) => {
    const counts: Record<string, number> = {};
    do for (const answer of await attackOnce(at)) counts[answer] = (counts[answer] ?? 0) + 1;
    while (!isOver());
    return counts;
  };
}

async function start(at: URL): Promise<StartSessionResponse> {
  const response = await fetch(new URL('/v1/sessions', at), { method: 'POST', headers: { connection: 'close' } });
  return (await response.json()) as StartSessionResponse;
}

/** Writes, and waits until the server takes more or has closed. */
async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.write(bytes)) return wait(0);
  await new Promise<void>((resolve) => {
    const go = (): void => {
      socket.off('drain', go).off('close', go);
      resolve();
    };
    socket.on('drain', go).on('close', go);
  });
}
