import type { ClientMessage, ServerMessage } from '../core/protocol.ts';

/**
 * The text messages between a codec and its connection. Each begins with a letter: `T` for a text of the data channel, `B` for a
 * binary message of it, `L` for one that is too long, `P` for one about the playout of this server.
 */
export type Frame =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
  | { readonly kind: 'too long' }
  | { readonly kind: 'playout'; readonly json: string };

/** The server's messages that the playout obeys. */
export type PlayoutMessage = Extract<ServerMessage, { readonly type: 'audio.start' | 'audio.end' | 'clear' }>;
/** The messages in which the playout reports. */
export type PlayoutUpdate = Extract<ClientMessage, { readonly type: `playback.${string}` }>;

export const BINARY_FRAME = 'B';
export const LONG_FRAME = 'L';

/** Bytes of a message of the data channel. */
export const MAX_MESSAGE_BYTES = 65_536;

export function writeText(text: string): string {
  return `T${text}`;
}

export function writePlayout(message: PlayoutMessage | PlayoutUpdate): string {
  return `P${JSON.stringify(message)}`;
}

export function readFrame(frame: string): Frame {
  const rest = frame.slice(1);
  if (frame.startsWith('T')) return { kind: 'text', text: rest };
  if (frame.startsWith('P')) return { kind: 'playout', json: rest };
  return { kind: frame === LONG_FRAME ? 'too long' : 'binary' };
}
