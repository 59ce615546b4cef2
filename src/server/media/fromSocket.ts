import { Observable } from 'rxjs';
import type { RawData } from 'ws';
import { bytesOfMessage } from '../../wire/bytes.ts';

/** The part of a `ws` WebSocket that a media connection uses. */
export interface MediaSocket {
  /** Bytes that were sent and are still in this process. */
  readonly bufferedAmount: number;
  /** Calls `left` when the data has left this process, or never will. */
  send(data: string | Uint8Array, left: () => void): void;
  ping(): void;
  close(code: number, reason: string): void;
  on(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  on(event: 'ping' | 'pong' | 'close' | 'error', listener: () => void): unknown;
  off(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  off(event: 'ping' | 'pong' | 'close' | 'error', listener: () => void): unknown;
}

/** An event of a socket. `bytes` may share memory with other network data, and are not written again. */
export type SocketEvent =
  | { readonly kind: 'binary'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'ping' | 'pong' };

/**
 * Emits the messages, pings and pongs of a socket from the subscription on. Completes when the socket is closed; unsubscribing removes
 * the listeners and leaves the socket open.
 */
export function fromSocket(socket: MediaSocket): Observable<SocketEvent> {
  return new Observable<SocketEvent>((subscriber) => {
    const onMessage = (data: RawData, isBinary: boolean): void => {
      const bytes = bytesOfMessage(data);
      subscriber.next(isBinary ? { kind: 'binary', bytes } : { kind: 'text', text: bytes.toString() });
    };
    const onPing = (): void => subscriber.next({ kind: 'ping' });
    const onPong = (): void => subscriber.next({ kind: 'pong' });
    const onClose = (): void => subscriber.complete();
    socket.on('message', onMessage);
    socket.on('ping', onPing);
    socket.on('pong', onPong);
    socket.on('close', onClose);
    // Never removed: an error while the socket closes would end the process. `close` follows every error.
    socket.on('error', ignore);
    return () => {
      socket.off('message', onMessage);
      socket.off('ping', onPing);
      socket.off('pong', onPong);
      socket.off('close', onClose);
    };
  });
}

function ignore(): void {}
