import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import type { ClientOptions, RawData } from 'ws';
import type { OpenSocket, Refusal, Socket, SocketEnd, SocketListener } from './socket.ts';

export interface WebSocketOptions {
  /** How long a server may take to open the socket, or to say why not, in ms. */
  readonly handshakeMs: number;
  /** How long a server may take to answer a goodbye, in ms. Then it is left. */
  readonly closeMs: number;
}

const MOST_BYTES = 4 * 1024 * 1024;
const MOST_REFUSAL_BYTES = 8192;

/** A WebSocket over the network: 10 s for the handshake, messages of at most 4 MiB, no compression, no redirects. */
export const openWebSocket: OpenSocket = createWebSocketOpener({ handshakeMs: 10_000, closeMs: 1000 });

/** The same, with other patience. */
export function createWebSocketOpener({ handshakeMs, closeMs }: WebSocketOptions): OpenSocket {
  const options: ClientOptions & { readonly closeTimeout: number } = {
    handshakeTimeout: handshakeMs,
    closeTimeout: closeMs,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
    followRedirects: false,
  };
  return ({ url, headers }, listener) => {
    const socket = new WebSocket(url, { ...options, headers });
    return handle(socket, listen(socket, listener));
  };
}

function handle(socket: WebSocket, unhear: () => void): Socket {
  return {
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    ping: () => {
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    },
    close: () => {
      unhear();
      socket.close(1000);
    },
    terminate: () => {
      unhear();
      socket.terminate();
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
  };
}

/** Tells `listener` until the end, or until the returned function is called. */
function listen(socket: WebSocket, listener: SocketListener): () => void {
  let isHeard = true;
  let failure = '';
  const end = (how: SocketEnd): void => {
    if (!isHeard) return;
    isHeard = false;
    listener.ended(how);
  };
  const onClose = (code: number, reason: Buffer): void =>
    end({ code, reason: reason.length > 0 ? reason.toString() : failure });
  socket.on('open', () => listener.opened());
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const bytes = bytesOf(data);
    if (isHeard) listener.received(isBinary ? bytes : bytes.toString());
  });
  socket.on('pong', () => {
    if (isHeard) listener.ponged?.();
  });
  socket.on('unexpected-response', (_, response: IncomingMessage) => {
    // It closes where the refusal takes too long: what was read of it by then says more.
    socket.off('close', onClose);
    readRefusal(response, (refused) => {
      socket.terminate();
      end({ code: 1006, reason: '', refused });
    });
  });
  // Stays for good: a socket that fails while it is closing would end the process. What failed is closed, too.
  socket.on('error', ({ message }: Error) => {
    failure = message;
  });
  socket.on('close', onClose);
  return () => {
    isHeard = false;
  };
}

/** Calls `read` once: with the whole of it, or with what came before it broke off or grew too long. */
function readRefusal(response: IncomingMessage, read: (refused: Refusal) => void): void {
  const parts: Buffer[] = [];
  let bytes = 0;
  const done = (): void => {
    response.removeAllListeners().on('error', () => {});
    const body = Buffer.concat(parts).subarray(0, MOST_REFUSAL_BYTES).toString();
    read({ status: response.statusCode ?? 0, headers: headersOf(response), body });
  };
  response.on('data', (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
    if (bytes >= MOST_REFUSAL_BYTES) done();
  });
  response.on('end', done).on('error', done);
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const joined = (value: string | string[] | undefined): string =>
    Array.isArray(value) ? value.join(', ') : `${value}`;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, joined(value)]));
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
