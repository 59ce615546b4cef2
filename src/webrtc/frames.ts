import type { ClientMessage, ServerMessage } from '../core/protocol.ts';

/**
 * The text messages between a codec and its connection. Each begins with a letter: `T` for a text message of the data
 * channel, `B` for a binary one, `L` for one that is too long, `P` for one about this server's playout.
 */
export type Frame =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
  | { readonly kind: 'too long' }
  | { readonly kind: 'playout'; readonly json: string };

/** The server messages that control the playout. */
export type PlayoutMessage = Extract<ServerMessage, { readonly type: 'audio.start' | 'audio.end' | 'clear' }>;
/** The messages with which the playout reports. */
export type PlayoutUpdate = Extract<ClientMessage, { readonly type: `playback.${string}` }>;

export const BINARY_FRAME = 'B';
export const LONG_FRAME = 'L';

/** Maximum size of a data channel message, in bytes. */
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
