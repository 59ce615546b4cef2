import { Observable } from 'rxjs';
import type { RawData } from 'ws';
import { bytesOfMessage } from '../../wire/bytes.ts';

/** The part of a `ws` WebSocket that a media connection uses. */
export interface MediaSocket {
  /** Bytes that were sent and have not left this process. */
  readonly bufferedAmount: number;
  /** Sends data, and calls `left` when the data has left this process or never will. */
  send(data: string | Uint8Array, left: () => void): void;
  ping(): void;
  close(code: number, reason: string): void;
  on(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  on(event: 'close', listener: (code?: number) => void): unknown;
  on(event: 'ping' | 'pong' | 'error', listener: () => void): unknown;
  off(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  off(event: 'close', listener: (code?: number) => void): unknown;
  off(event: 'ping' | 'pong' | 'error', listener: () => void): unknown;
}

/** An event of a socket. `bytes` may share memory with other network data, and are never overwritten. */
export type SocketEvent =
  | { readonly kind: 'binary'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'ping' | 'pong' }
  | SocketClosed;

/**
 * How a socket closed. `left`: by the client, with 1000 or no code; `broken`: after data that is not a WebSocket frame;
 * `lost`: in any other way.
 */
export interface SocketClosed {
  readonly kind: 'closed';
  readonly cause: 'left' | 'broken' | 'lost';
}

/** The codes with which a client leaves: 1000, and 1005 for a close without a code. */
const LEFT: ReadonlySet<number | undefined> = new Set([1000, 1005]);

/**
 * Emits a socket's messages, pings, pongs and end, from the subscription on. Completes when the socket is closed.
 * Unsubscribing removes the listeners and leaves the socket open.
 */
export function fromSocket(socket: MediaSocket): Observable<SocketEvent> {
  return new Observable<SocketEvent>((subscriber) => {
    const onMessage = (data: RawData, isBinary: boolean): void => {
      const bytes = bytesOfMessage(data);
      subscriber.next(isBinary ? { kind: 'binary', bytes } : { kind: 'text', text: bytes.toString() });
    };
    const onPing = (): void => subscriber.next({ kind: 'ping' });
    const onPong = (): void => subscriber.next({ kind: 'pong' });
    let isBroken = false;
    const onError = (): void => {
      isBroken = true;
    };
    const onClose = (code?: number): void => {
      subscriber.next({ kind: 'closed', cause: isBroken ? 'broken' : LEFT.has(code) ? 'left' : 'lost' });
      subscriber.complete();
    };
    socket.on('message', onMessage);
    socket.on('ping', onPing);
    socket.on('pong', onPong);
    socket.on('close', onClose);
    // Never removed, because an error while the socket closes would end the process. `close` follows every error.
    socket.on('error', onError);
    return () => {
      socket.off('message', onMessage);
      socket.off('ping', onPing);
      socket.off('pong', onPong);
      socket.off('close', onClose);
    };
  });
}
