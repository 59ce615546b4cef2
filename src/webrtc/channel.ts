import type { RTCDataChannel } from 'werift';
import { BINARY_FRAME, LONG_FRAME, MAX_MESSAGE_BYTES, writeText } from './frames.ts';

/** The data channel of a connection. */
export interface Channel {
  send(text: string): void;
  /** Closes it when all that was sent has left: the client gets to know. */
  close(): void;
}

export interface ChannelOptions {
  readonly received: (frame: string) => void;
  /** Receives how many of the texts that were sent wait no longer. */
  readonly left: (texts: number) => void;
  readonly closed: () => void;
}

/** Follows a data channel that is open, or about to be. */
export function createChannel(channel: RTCDataChannel, { received, left, closed }: ChannelOptions): Channel {
  let waiting = 0;
  let isClosing = false;
  const settle = (): void => {
    if (channel.bufferedAmount > 0) return;
    if (waiting > 0) left(waiting);
    waiting = 0;
    if (isClosing) channel.close();
  };
  channel.onMessage.subscribe((data) => received(toFrame(data)));
  channel.bufferedAmountLow.subscribe(settle);
  channel.stateChanged.subscribe((state) => {
    if (state === 'closed') closed();
  });
  return {
    send: (text) => {
      waiting += 1;
      channel.send(text);
      settle();
    },
    close: () => {
      isClosing = true;
      settle();
    },
  };
}

function toFrame(data: string | Buffer): string {
  if (Buffer.byteLength(data) > MAX_MESSAGE_BYTES) return LONG_FRAME;
  return typeof data === 'string' ? writeText(data) : BINARY_FRAME;
}
