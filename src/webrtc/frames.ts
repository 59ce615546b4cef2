import type { ClientMessage, ServerMessage } from '../core/protocol.ts';

/**
 * The text messages between a codec and its connection. Each begins with a letter: `T` for a text of the data channel, `B` for a
 * binary message of it, `P` for one about the playout of this server.
 */
export type Frame =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
  | { readonly kind: 'playout'; readonly json: string };

/** The server's messages that the playout obeys. */
export type PlayoutMessage = Extract<ServerMessage, { readonly type: 'audio.start' | 'audio.end' | 'clear' }>;
/** The messages in which the playout reports. */
export type PlayoutUpdate = Extract<ClientMessage, { readonly type: `playback.${string}` }>;

export const BINARY_FRAME = 'B';

export function writeText(text: string): string {
  return `T${text}`;
}

export function writePlayout(message: PlayoutMessage | PlayoutUpdate): string {
  return `P${JSON.stringify(message)}`;
}

export function readFrame(frame: string): Frame {
  const rest = frame.slice(1);
  if (frame.startsWith('T')) return { kind: 'text', text: rest };
  return frame.startsWith('P') ? { kind: 'playout', json: rest } : { kind: 'binary' };
}
