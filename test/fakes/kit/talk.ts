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
  const talk = begin(serverSide(webSocket, { fault, log, mischief }));
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

function serverSide(webSocket: WebSocket, { fault, log, mischief }: TalkOptions): FakeSocket {
  let hungUp = false;
  const send = (frame: string | Uint8Array): void => {
    if (hungUp || mischief.mute || webSocket.readyState !== webSocket.OPEN) return;
    log('server', frame);
    webSocket.send(frame);
  };
  const result = (frame: string | Uint8Array, wrap: (piece: Uint8Array) => string | Uint8Array = bare): void => {
    if (webSocket.readyState !== webSocket.OPEN) return;
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
  return { send, result, close: (code, reason) => webSocket.close(code, reason), fault };
}

function bare(piece: Uint8Array): Uint8Array {
  return piece;
}

async function pause(webSocket: WebSocket): Promise<void> {
  webSocket.pause();
  await passed(SLOW_MS);
  webSocket.resume();
}
