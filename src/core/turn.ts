import type { AudioFrame } from './audio.ts';
import type { ChunkUsage } from './chunk.ts';
import type { ExtraFields } from './extraFields.ts';
import type { FunctionCall, FunctionResult } from './message.ts';
import type { SpokenSpan } from './spokenText.ts';

/**
 * The end of a reply. `complete`: all of it was generated (and, in a session, heard) · `interrupted`: cut after some of it was heard ·
 * `superseded`: replaced by newer words before it was audible · `failed`: the handler or TTS failed.
 */
export type EndReason = 'complete' | 'interrupted' | 'superseded' | 'failed';

/** An event of a reply: `started`, then text and rounds, then exactly one `ended`. Turns and rounds count from 0. */
export type TurnEvent =
  | { readonly kind: 'started'; readonly turn: number }
  | {
      readonly kind: 'text';
      readonly turn: number;
      readonly round: number;
      readonly delta: string;
      /** True if it bridges a wait: what is not spoken of it gives way to the text that follows. Default: false. */
      readonly filler?: true | undefined;
    }
  /** The round's stream has ended, with these complete calls; possibly none. */
  | ({ readonly kind: 'round' } & FunctionCalls)
  | { readonly kind: 'ended'; readonly turn: number; readonly reason: EndReason };

/** The progress of a round, for metrics. */
export type RoundProgress = { readonly turn: number; readonly round: number } & (
  | { readonly kind: 'called' }
  /** The first chunk has arrived; it may be empty. `model`: the model that it names. */
  | { readonly kind: 'chunk'; readonly model?: string | undefined }
  /** The tokens of the round so far; a later event replaces this one. */
  | { readonly kind: 'usage'; readonly usage: ChunkUsage }
  /** Its answer was asked for before the commit, and is used. `gainedMs`: by how much earlier its first chunk comes. */
  | { readonly kind: 'kept'; readonly gainedMs: number }
  /** An answer that was asked for before a commit is not used. */
  | ({ readonly kind: 'discarded' } & DiscardedAnswer)
);

/** What had come of an answer that is not used. */
export interface DiscardedAnswer {
  readonly chunks: number;
  /** Characters of text: UTF-16 code units. */
  readonly characters: number;
  /** The model that it names. */
  readonly model: string | undefined;
  /** The tokens that it reported; null: none. */
  readonly usage: ChunkUsage | null;
}

/** The text of an answer that was asked for before the commit of its turn, as it comes; `discarded`: it is not used. */
export type DraftText = { readonly turn: number } & (
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'complete' | 'discarded' }
);

/**
 * The progress of speech that was synthesised before the commit of its turn, for metrics. `prepared`: it is used; `gainedMs`: by how much
 * earlier its first audio comes. `unspoken`: the provider has got this text, and it is not used; `filler`: it is what is left of a filler,
 * as the answer has come, or the utterance was cut.
 */
export type SpeechProgress = { readonly turn: number } & (
  | { readonly kind: 'prepared'; readonly gainedMs: number }
  | { readonly kind: 'unspoken'; readonly text: string; readonly filler?: true | undefined }
);

/** The function calls of one round. */
export interface FunctionCalls {
  readonly turn: number;
  readonly round: number;
  readonly calls: readonly FunctionCall[];
  /** The reason why none of the calls is executed; it becomes their result. Default: they are executed. */
  readonly notExecuted?: string | undefined;
  /** The text that a function wants said while it runs. Default: none. */
  readonly filler?: string | undefined;
  /** Unknown fields of the model's message and of its calls: the model gets them back. Default: none. */
  readonly extra?: ExtraFields | undefined;
}

/** The results of one round: one per call, in the order of the calls. */
export interface FunctionResults {
  readonly turn: number;
  readonly round: number;
  readonly results: readonly FunctionResult[];
}

/** A word of an utterance, and the time in which it is spoken. */
export interface WordTiming {
  /** Offset of the word in the utterance's text, and of its end, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** Start and end in the utterance's audio, in ms. */
  readonly startMs: number;
  readonly endMs: number;
}

/** An event of an utterance that is synthesised: `started`, then text and audio, then exactly one `ended`. */
export type SpeechEvent =
  | {
      readonly kind: 'started';
      readonly turn: number;
      readonly utterance: string;
      /** The number of its first characters that repeat what was heard: a resumed reply begins with them. Default 0. */
      readonly repeatedChars?: number | undefined;
    }
  /** Text sent to TTS. Joined, these are the utterance's text. */
  | {
      readonly kind: 'text';
      readonly utterance: string;
      readonly text: string;
      /** The text stretch by stretch, with what TTS got for each. Default: TTS got the text as it is. */
      readonly spoken?: readonly SpokenSpan[] | undefined;
      /** True if it bridges a wait. Default: false. */
      readonly filler?: true | undefined;
    }
  | { readonly kind: 'audio'; readonly utterance: string; readonly frame: AudioFrame }
  | { readonly kind: 'words'; readonly utterance: string; readonly words: readonly WordTiming[] }
  /** All audio of the first `chars` of the utterance's text has been emitted. */
  | { readonly kind: 'mark'; readonly utterance: string; readonly chars: number }
  /** The last event. Audio may still be playing. */
  | { readonly kind: 'ended'; readonly utterance: string; readonly reason: EndReason };
