import type { AudioFrame } from './audio.ts';
import type { ChunkUsage } from './chunk.ts';
import type { FunctionCall, FunctionResult } from './message.ts';

/**
 * How a reply ended. `complete`: all of it was generated (and, in a session, heard) · `interrupted`: cut when something of it
 * had been heard · `superseded`: new words came before it was audible · `failed`: its source or its voice gave up.
 */
export type EndReason = 'complete' | 'interrupted' | 'superseded' | 'failed';

/** One reply, with all its function rounds, as a bracket: `started … ended` exactly once, whatever cut it. */
export type TurnEvent =
  | { readonly kind: 'started'; readonly turn: number }
  | {
      readonly kind: 'text';
      readonly turn: number /** 0 for the first handler call of the reply. */;
      readonly round: number;
      readonly delta: string;
    }
  /** The round's stream has ended, with these calls complete; possibly none. */
  | ({ readonly kind: 'round' } & FunctionCalls)
  | { readonly kind: 'ended'; readonly turn: number; readonly reason: EndReason };

/** How a round gets on with its handler: what a reply does not say, and who measures wants to know. */
export type RoundProgress = { readonly turn: number; readonly round: number } & (
  | { readonly kind: 'called' }
  /** The first chunk has come, whatever is in it. */
  | { readonly kind: 'chunk' }
  /** What the round has taken so far; a later one replaces it. */
  | { readonly kind: 'usage'; readonly usage: ChunkUsage }
);

/** The calls of one round, announced and about to be executed. */
export interface FunctionCalls {
  readonly turn: number;
  readonly round: number;
  readonly calls: readonly FunctionCall[];
  /** Why none of the calls may be executed; each gets a result that says so. Absent where they may. */
  readonly notExecuted?: string | undefined;
}

/** The results of one round: exactly one per call, in the order of the calls. */
export interface FunctionResults {
  readonly turn: number;
  readonly round: number;
  readonly results: readonly FunctionResult[];
}

/** A stretch of an utterance's text and the stretch of its audio that carries it. */
export interface WordTiming {
  /** Offsets into the utterance's text, in UTF-16 code units: first of the word, first after it. */
  readonly from: number;
  readonly to: number;
  /** Offsets into the utterance's audio, in ms. */
  readonly startMs: number;
  readonly endMs: number;
}

/** The sound of a reply on its way out: `started … ended` exactly once per utterance. */
export type SpeechEvent =
  | { readonly kind: 'started'; readonly turn: number; readonly utterance: string }
  /** Text handed to TTS; all of them in order are the utterance's text. */
  | { readonly kind: 'text'; readonly utterance: string; readonly text: string }
  | { readonly kind: 'audio'; readonly utterance: string; readonly frame: AudioFrame }
  | { readonly kind: 'words'; readonly utterance: string; readonly words: readonly WordTiming[] }
  /** All audio of the first `chars` of the utterance's text has come. */
  | { readonly kind: 'mark'; readonly utterance: string; readonly chars: number }
  /** Nothing more comes from TTS. What was generated may still be playing. */
  | { readonly kind: 'ended'; readonly utterance: string; readonly reason: EndReason };
