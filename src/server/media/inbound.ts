import type { OperatorFunction } from 'rxjs';
import { mapArrays } from '../../stream/mapArrays.ts';
import type { MediaCodec, PeerInput } from '../../core/mediaAdapter.ts';
import type { SocketClosed, SocketEvent } from './fromSocket.ts';

/** Input from a client. A pong confirms that the client has received everything sent before the ping. */
export type Inbound = SocketClosed | PeerInput | { readonly kind: 'pong' };

const PONG: readonly Inbound[] = [{ kind: 'pong' }];

/** Decodes the messages of a socket. Errors with a ConnectionError at the first message that violates the protocol. */
export function inbound(decode: MediaCodec['decode']): OperatorFunction<SocketEvent, Inbound> {
  return mapArrays((event): readonly Inbound[] => {
    switch (event.kind) {
      case 'binary':
        return decode(event.bytes);
      case 'text':
        return decode(event.text);
      case 'closed':
        return [event];
      case 'pong':
        return PONG;
      case 'ping':
        return [];
    }
  });
}
