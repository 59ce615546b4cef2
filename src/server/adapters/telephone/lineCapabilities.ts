import type { MediaCapabilities } from '../../../core/mediaAdapter.ts';
import { MULAW } from './mulaw.ts';

/**
 * The capabilities of most lines: the peer opens the conversation, sends audio all the time, returns marks, drops audio
 * on request, and can return over another WebSocket.
 */
export const LINE: Omit<MediaCapabilities, 'audio' | 'audioIn'> = {
  heard: 'marked',
  clears: true,
  digits: true,
  resumes: false,
  returns: true,
  continuous: true,
  opens: 'peer',
};

/** The capabilities of lines that carry mu-law in text messages. */
export const MULAW_LINE: MediaCapabilities = {
  ...LINE,
  audio: { input: [MULAW], output: [MULAW] },
  audioIn: 'text',
};
