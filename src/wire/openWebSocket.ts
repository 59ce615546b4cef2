import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type * as ws from 'ws';
import type { ClientOptions, RawData, WebSocket } from 'ws';
import { lazy } from '../core/lazy.ts';
import { bytesOfMessage } from './bytes.ts';
import { readRefusal } from './readRefusal.ts';
import type { OpenSocket, Socket, SocketEnd, SocketListener } from './socket.ts';

export interface WebSocketOptions {
  /** Timeout for a server to open or refuse the socket, in ms. */
  readonly handshakeMs: number;
  /** Timeout for a server to answer a close frame, in ms. After that, the socket is destroyed. */
  readonly closeMs: number;
}

/** A minute of Base64 audio at 48 kHz is 8 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

const loadWs = lazy(() => createRequire(import.meta.url)('ws') as typeof ws);

/**
 * Opens a WebSocket over the network, with a 10 s handshake timeout, messages of at most 16 MiB, no compression and no
 * redirects.
 *
 * @example
 * ```ts
 * import { deepgramStt, openWebSocket, type OpenSocket } from 'antiphon/providers';
 *
 * const logged: OpenSocket = (request, listener) => {
 *   console.log('opens', request.url);
 *   return openWebSocket(request, listener);
 * };
 * export const stt = deepgramStt({ api_key: process.env['DEEPGRAM_API_KEY'] ?? '' }, { openSocket: logged });
 * ```
 */
export const openWebSocket: OpenSocket = createWebSocketOpener({ handshakeMs: 10_000, closeMs: 1000 });

/** Creates an opener with other limits. */
export function createWebSocketOpener({ handshakeMs, closeMs }: WebSocketOptions): OpenSocket {
  const options: ClientOptions & { readonly closeTimeout: number } = {
    handshakeTimeout: handshakeMs,
    closeTimeout: closeMs,
    maxPayload: MAX_BYTES,
    perMessageDeflate: false,
    followRedirects: false,
  };
  return ({ url, headers }, listener) => {
    const { WebSocket } = loadWs();
    const socket = new WebSocket(url, { ...options, headers });
    return createSocket(socket, listen(socket, listener));
  };
}

function createSocket(socket: WebSocket, stopListening: () => void): Socket {
  return {
    send: (frame) => {
      if (socket.readyState === socket.OPEN) socket.send(frame);
    },
    ping: () => {
      if (socket.readyState === socket.OPEN) socket.ping();
    },
    close: () => {
      stopListening();
      socket.close(1000);
    },
    terminate: () => {
      stopListening();
      socket.terminate();
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
  };
}

/** Calls `listener` until the connection ends or the returned function is called. */
function listen(socket: WebSocket, listener: SocketListener): () => void {
  let isListening = true;
  let failure = '';
  const end = (event: SocketEnd): void => {
    if (!isListening) return;
    isListening = false;
    listener.ended(event);
  };
  const onClose = (code: number, reason: Buffer): void => end({ code, reason: reason.toString() || failure });
  socket.on('open', () => listener.opened());
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const bytes = bytesOfMessage(data);
    if (isListening) listener.received(isBinary ? bytes : bytes.toString());
  });
  socket.on('pong', () => {
    if (isListening) listener.ponged?.();
  });
  socket.on('unexpected-response', (_, response: IncomingMessage) => {
    // The socket closes if the refusal takes too long; the part of its body received by then says more.
    socket.off('close', onClose);
    readRefusal(response, (refused) => {
      socket.terminate();
      end({ code: 1006, reason: '', refused });
    });
  });
  // This listener stays for good: an error of a closing socket would end the process. `close` follows each error.
  socket.on('error', ({ message }: Error) => {
    failure = message;
  });
  socket.on('close', onClose);
  return () => {
    isListening = false;
  };
}
