import { setTimeout as passed } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { FakeSocket, FakeConnection, LoggedFrame } from './fake.ts';
import type { FaultInjector } from './faultInjector.ts';

/** The time for which a slow server reads nothing, in ms. */
export const SLOW_MS = 200;

export interface ConnectionOptions {
  readonly reportViolation: (what: string) => void;
  readonly log: (from: LoggedFrame['from'], frame: string | Uint8Array) => void;
  readonly injector: FaultInjector;
}

/** Runs a vendor's side of one socket, with the injected fault. */
export function runConnection(
  webSocket: WebSocket,
  connect: (side: FakeSocket) => FakeConnection | undefined,
  { reportViolation, log, injector }: ConnectionOptions,
): void {
  const { side, isSilent } = createServerSide(webSocket, { reportViolation, log, injector });
  const connection = connect(side);
  webSocket.on('ping', (data) => {
    if (!isSilent()) webSocket.pong(data);
  });
  if (injector.isSlow) webSocket.once('message', () => void pause(webSocket));
  webSocket.on('message', (data: Buffer, isBinary: boolean) => {
    const frame = isBinary ? new Uint8Array(data) : data.toString();
    log('client', frame);
    try {
      connection?.onFrame(frame);
    } catch (error) {
      reportViolation(`${String(error)} over a frame of ${data.length} bytes`);
      webSocket.close(1011);
    }
  });
  webSocket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('WS_ERR') === true) reportViolation(error.message);
  });
  webSocket.on('close', () => connection?.onClose?.());
}

interface ServerSide {
  readonly side: FakeSocket;
  /** Returns whether nothing is sent any more, including pongs. */
  readonly isSilent: () => boolean;
}

function createServerSide(webSocket: WebSocket, { reportViolation, log, injector }: ConnectionOptions): ServerSide {
  let [isDropped, isSilent] = [false, false];
  const send = (frame: string | Uint8Array): void => {
    if (isDropped || isSilent || injector.isMute || webSocket.readyState !== webSocket.OPEN) return;
    log('server', frame);
    webSocket.send(frame);
  };
  const sendResult = (
    frame: string | Uint8Array,
    wrap: (piece: Uint8Array) => string | Uint8Array = identity,
  ): void => {
    if (webSocket.readyState !== webSocket.OPEN) return;
    if (injector.goesSilent()) isSilent = true;
    if (isSilent) return;
    const drop = injector.drop();
    if (drop === 'before') return webSocket.terminate();
    for (const garbage of injector.garbage) send(garbage);
    if (typeof frame === 'string') send(frame);
    else for (const piece of injector.splitAudio(frame)) send(wrap(piece));
    if (drop !== 'after') return;
    isDropped = true;
    // After the result, without a close frame.
    webSocket.ping('', false, () => webSocket.terminate());
  };
  const side = {
    send,
    sendResult,
    close: (code: number, reason?: string) => webSocket.close(code, reason),
    reportViolation,
  };
  return { side, isSilent: () => isSilent };
}

function identity(piece: Uint8Array): Uint8Array {
  return piece;
}

async function pause(webSocket: WebSocket): Promise<void> {
  webSocket.pause();
  await passed(SLOW_MS);
  webSocket.resume();
}
