import { setTimeout as passed } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { FakeSocket, FakeTalk, Logged } from './fake.ts';
import type { Mischief } from './mischief.ts';

/** How long a slow server reads nothing, in ms. */
export const SLOW_MS = 200;

export interface TalkOptions {
  readonly fault: (what: string) => void;
  readonly log: (from: Logged['from'], frame: string | Uint8Array) => void;
  readonly mischief: Mischief;
}

/** Lets a vendor talk over one socket, in trouble or out of it. */
export function talkOver(
  webSocket: WebSocket,
  begin: (side: FakeSocket) => FakeTalk | undefined,
  { fault, log, mischief }: TalkOptions,
): void {
  const { side, isDead } = serverSide(webSocket, { fault, log, mischief });
  const talk = begin(side);
  webSocket.on('ping', (data) => {
    if (!isDead()) webSocket.pong(data);
  });
  if (mischief.slow) webSocket.once('message', () => void pause(webSocket));
  webSocket.on('message', (data: Buffer, isBinary: boolean) => {
    const frame = isBinary ? new Uint8Array(data) : data.toString();
    log('client', frame);
    try {
      talk?.received(frame);
    } catch (error) {
      fault(`${String(error)} over a frame of ${data.length} bytes`);
      webSocket.close(1011);
    }
  });
  webSocket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('WS_ERR') === true) fault(error.message);
  });
  webSocket.on('close', () => talk?.ended?.());
}

interface ServerSide {
  readonly side: FakeSocket;
  /** Nothing leaves any more, answers to pings included. */
  readonly isDead: () => boolean;
}

function serverSide(webSocket: WebSocket, { fault, log, mischief }: TalkOptions): ServerSide {
  let [hungUp, dead] = [false, false];
  const send = (frame: string | Uint8Array): void => {
    if (hungUp || dead || mischief.mute || webSocket.readyState !== webSocket.OPEN) return;
    log('server', frame);
    webSocket.send(frame);
  };
  const result = (frame: string | Uint8Array, wrap: (piece: Uint8Array) => string | Uint8Array = bare): void => {
    if (webSocket.readyState !== webSocket.OPEN) return;
    if (mischief.silences()) dead = true;
    if (dead) return;
    const drop = mischief.drop();
    if (drop === 'before') return webSocket.terminate();
    for (const garbage of mischief.garbage) send(garbage);
    if (typeof frame === 'string') send(frame);
    else for (const piece of mischief.cut(frame)) send(wrap(piece));
    if (drop !== 'after') return;
    hungUp = true;
    // Behind the result, without a word.
    webSocket.ping('', false, () => webSocket.terminate());
  };
  const side = { send, result, close: (code: number, reason?: string) => webSocket.close(code, reason), fault };
  return { side, isDead: () => dead };
}

function bare(piece: Uint8Array): Uint8Array {
  return piece;
}

async function pause(webSocket: WebSocket): Promise<void> {
  webSocket.pause();
  await passed(SLOW_MS);
  webSocket.resume();
}
