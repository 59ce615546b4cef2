import { EventEmitter } from 'node:events';
import type { MediaSocket } from '../server/media/fromSocket.ts';
import type { Line, PeerEvent } from './thread.ts';

interface Sent {
  readonly bytes: number;
  readonly left: () => void;
}

/** The close codes of a socket for a client that left, and for one that was lost. */
const LEFT = 1000;
const LOST = 1006;

/** A connection in the thread, presented as the socket of a media connection. */
export class RtcSocket extends EventEmitter implements MediaSocket {
  readonly #line: Line;
  /** The data that has not left the thread, oldest first. A media connection limits its size. */
  readonly #waiting: { readonly texts: Sent[]; readonly audio: Sent[] } = { texts: [], audio: [] };
  #bufferedAmount = 0;

  constructor(line: Line) {
    super();
    this.#line = line;
  }

  get bufferedAmount(): number {
    return this.#bufferedAmount;
  }

  send(data: string | Uint8Array, left: () => void): void {
    const bytes = data.length;
    const isText = typeof data === 'string';
    // The playout handles its messages at once.
    if (isText && data.startsWith('P')) left();
    else {
      this.#waiting[isText ? 'texts' : 'audio'].push({ bytes, left });
      this.#bufferedAmount += bytes;
    }
    this.#line.post({ kind: 'send', id: this.#line.id, data });
  }

  ping(): void {
    this.#line.post({ kind: 'ping', id: this.#line.id });
  }

  close(): void {
    this.#line.post({ kind: 'close', id: this.#line.id });
  }

  /** Handles a message from the thread. */
  take(event: PeerEvent): void {
    switch (event.kind) {
      case 'received':
        return void this.emit('message', toBuffer(event.data), typeof event.data !== 'string');
      case 'left':
        return this.#settle(this.#waiting[event.of].splice(0, event.count));
      case 'pong':
        return void this.emit('pong');
      case 'closed':
        return void this.emit('close', event.isLost ? LOST : LEFT);
      default:
        return;
    }
  }

  #settle(sent: readonly Sent[]): void {
    for (const { bytes } of sent) this.#bufferedAmount -= bytes;
    for (const { left } of sent) left();
  }
}

function toBuffer(data: string | Uint8Array): Buffer {
  return typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
