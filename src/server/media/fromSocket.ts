import { Observable } from 'rxjs';
import type { RawData } from 'ws';
import type { MediaSocket } from './mediaSocket.ts';

/** What comes from a socket. `binary` may share the memory of what else came with it: copy what is kept. */
export type SocketEvent =
  | { readonly kind: 'binary'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pong' };

/**
 * What comes from a socket, from the moment of subscribing. Completes when the socket is closed; unsubscribing takes the
 * listeners off and leaves it open.
 */
export function fromSocket(socket: MediaSocket): Observable<SocketEvent> {
  return new Observable<SocketEvent>((subscriber) => {
    const onMessage = (data: RawData, isBinary: boolean): void =>
      subscriber.next(
        isBinary ? { kind: 'binary', bytes: bytesOf(data) } : { kind: 'text', text: bytesOf(data).toString() },
      );
    const onPong = (): void => subscriber.next({ kind: 'pong' });
    const onClose = (): void => subscriber.complete();
    socket.on('message', onMessage);
    socket.on('pong', onPong);
    socket.on('close', onClose);
    // Stays for good: a socket that fails while it is closing would end the process. What failed is closed, too.
    socket.on('error', ignore);
    return () => {
      socket.off('message', onMessage);
      socket.off('pong', onPong);
      socket.off('close', onClose);
    };
  });
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

function ignore(): void {}
