import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import type { ClientOptions, RawData } from 'ws';
import type { OpenSocket, Refusal, Socket, SocketEnd, SocketListener } from './socket.ts';

const HANDSHAKE_MS = 10_000;
/** A server that does not answer the goodbye is left. */
const GOODBYE_MS = 1000;
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_REFUSAL_BYTES = 8192;

const OPTIONS: ClientOptions & { readonly closeTimeout: number } = {
  handshakeTimeout: HANDSHAKE_MS,
  closeTimeout: GOODBYE_MS,
  maxPayload: MOST_BYTES,
  perMessageDeflate: false,
  followRedirects: false,
};

/** A WebSocket over the network: 10 s for the handshake, messages of at most 4 MiB, no compression, no redirects. */
export const webSocket: OpenSocket = ({ url, headers }, listener) => {
  const socket = new WebSocket(url, { ...OPTIONS, headers });
  const unheard = listen(socket, listener);
  return {
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    close: () => {
      unheard();
      socket.close(1000);
    },
    terminate: () => {
      unheard();
      socket.terminate();
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
  } satisfies Socket;
};

/** Tells `listener` until the returned function is called. */
function listen(socket: WebSocket, listener: SocketListener): () => void {
  let failure = '';
  const end = (told: SocketEnd): void => {
    unheard();
    listener.ended(told);
  };
  const onOpen = (): void => listener.opened();
  const onMessage = (data: RawData, isBinary: boolean): void => {
    const bytes = bytesOf(data);
    listener.received(isBinary ? bytes : bytes.toString());
  };
  const onRefused = (_: unknown, response: IncomingMessage): void =>
    readRefusal(response, (refused) => {
      socket.terminate();
      end({ code: 1006, reason: '', refused });
    });
  const onError = (error: Error): void => {
    failure = error.message;
  };
  const onClose = (code: number, reason: Buffer): void =>
    end({ code, reason: reason.length > 0 ? reason.toString() : failure });
  socket.on('open', onOpen).on('message', onMessage).on('unexpected-response', onRefused).on('close', onClose);
  // Stays for good: a socket that fails while it is closing would end the process. What failed is closed, too.
  socket.on('error', onError);
  const unheard = (): void => {
    socket.off('open', onOpen).off('message', onMessage).off('close', onClose);
    socket.off('unexpected-response', onRefused).on('unexpected-response', (_, response) => response.destroy());
  };
  return unheard;
}

function readRefusal(response: IncomingMessage, read: (refused: Refusal) => void): void {
  const parts: Buffer[] = [];
  let bytes = 0;
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : `${value}`,
    ]),
  );
  const done = (): void => {
    response.removeAllListeners().on('error', () => {});
    read({ status: response.statusCode ?? 0, headers, body: Buffer.concat(parts).toString() });
  };
  response.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= MOST_REFUSAL_BYTES) parts.push(part);
  });
  response.on('end', done).on('error', done).on('aborted', done);
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
