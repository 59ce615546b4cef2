import type { RTCDataChannel } from 'werift';
import { BINARY_FRAME, LONG_FRAME, MAX_MESSAGE_BYTES, writeText } from './frames.ts';

/** The data channel of a connection. */
export interface Channel {
  send(text: string): void;
  /** Closes the channel once all sent data has left, so that the client is notified. */
  close(): void;
}

export interface ChannelOptions {
  readonly received: (frame: string) => void;
  /** Receives the number of sent texts that are no longer queued. */
  readonly left: (texts: number) => void;
  readonly closed: () => void;
}

/** Follows a data channel that is open, or about to open. */
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
