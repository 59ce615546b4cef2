import type { AudioState, CallPhase, Playback, ServerMessage } from '../client/call.ts';
import type { CallErrorCode } from '../client/errors.ts';

export type ErrorCode = CallErrorCode;

/** An input of the page. `atMs` is monotonic browser time. */
export type Input =
  | { readonly kind: 'phase'; readonly phase: CallPhase }
  | { readonly kind: 'message'; readonly message: ServerMessage; readonly atMs: number }
  | { readonly kind: 'level'; readonly input: number; readonly output: number; readonly atMs: number }
  | { readonly kind: 'playback'; readonly playback: Playback }
  | { readonly kind: 'muted'; readonly muted: boolean }
  /** A failure. `words` is the message of the server or the browser. */
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly words: string }
  | { readonly kind: 'audio'; readonly state: AudioState }
  /** The page was reloaded during a conversation that can continue. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'ended'; readonly reason: string };
