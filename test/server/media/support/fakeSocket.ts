import { EventEmitter } from 'node:events';
import type { ServerMessage } from '../../../../src/core/protocol.ts';
import type { MediaSocket } from '../../../../src/server/media/fromSocket.ts';

/** A socket without a network: what is sent stays in `frames`, and counts as waiting while `isStuck`. */
export class FakeSocket extends EventEmitter implements MediaSocket {
  readonly frames: (string | Uint8Array)[] = [];
  /** How it was closed from our side. */
  closed: { readonly code: number; readonly reason: string } | null = null;
  pings = 0;
  bufferedAmount = 0;
  isStuck = false;
  answersPings = true;
  /** Shown every frame that the network takes. */
  onFrame: (frame: string | Uint8Array) => void = () => {};
  readonly #waiting: (() => void)[] = [];

  send(data: string | Uint8Array, left: () => void): void {
    this.frames.push(data);
    const bytes = data.length;
    this.bufferedAmount += bytes;
    this.#waiting.push(() => {
      this.onFrame(data);
      this.bufferedAmount -= bytes;
      left();
    });
    if (!this.isStuck) this.drain();
  }

  ping(): void {
    this.pings += 1;
    if (this.answersPings) this.emit('pong');
  }

  close(code: number, reason: string): void {
    this.closed ??= { code, reason };
    this.emit('close');
  }

  /** The network takes `frames` of those that wait. */
  drain(frames: number = Number.POSITIVE_INFINITY): void {
    // One by one: what is sent in answer comes behind those that wait.
    for (let n = 0; n < frames && this.#waiting.length > 0; n += 1) this.#waiting.shift()?.();
  }

  says(message: object | string): void {
    this.emit('message', Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), false);
  }

  hears(bytes: Uint8Array): void {
    this.emit('message', Buffer.from(bytes), true);
  }

  get messages(): ServerMessage[] {
    return this.frames.filter((frame) => typeof frame === 'string').map((frame) => JSON.parse(frame) as ServerMessage);
  }

  get types(): string[] {
    return this.messages.map(({ type }) => type);
  }

  /** Listeners that only a live connection has. */
  get listening(): number {
    return this.listenerCount('message') + this.listenerCount('pong') + this.listenerCount('close');
  }
}
