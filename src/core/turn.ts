import type { AudioFrame } from './audio.ts';
import type { ChunkUsage } from './chunk.ts';
import type { ExtraFields } from './extraFields.ts';
import type { FunctionCall, FunctionResult } from './message.ts';
import type { SpokenSpan } from './spokenText.ts';

/**
 * Why a reply ended. `complete`: all of it was generated (and, in a session, heard) · `interrupted`: cut after some of
 * it was heard · `superseded`: replaced by newer words before it was audible · `failed`: the handler or TTS failed.
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
      /** True if it bridges a wait, so that its unspoken part gives way to the text that follows. Default: false. */
      readonly filler?: true | undefined;
    }
  /** The round's stream has ended, with these complete calls, if any. */
  | ({ readonly kind: 'round' } & FunctionCalls)
  | { readonly kind: 'ended'; readonly turn: number; readonly reason: EndReason };

/** The progress of a round, for metrics. */
export type RoundProgress = { readonly turn: number; readonly round: number } & (
  | { readonly kind: 'called' }
  /** The first chunk, which may be empty, has arrived. `model`: the model that it names. */
  | { readonly kind: 'chunk'; readonly model?: string | undefined }
  /** The tokens of the round so far; a later event replaces this one. */
  | { readonly kind: 'usage'; readonly usage: ChunkUsage }
  /** Its answer was requested before the commit and is used. `gainedMs`: how much earlier its first chunk arrives. */
  | { readonly kind: 'kept'; readonly gainedMs: number }
  /** The tokens of a text that a speech model was asked to say. */
  | { readonly kind: 'apart'; readonly model: string; readonly usage: ChunkUsage }
  /** An answer that was requested before a commit is not used. */
  | ({ readonly kind: 'discarded' } & DiscardedAnswer)
);

/** The received part of an answer that is not used. */
export interface DiscardedAnswer {
  readonly chunks: number;
  /** Characters of text: UTF-16 code units. */
  readonly characters: number;
  /** The model that it names. */
  readonly model: string | undefined;
  /** The tokens that it reported; null if it reported none. */
  readonly usage: ChunkUsage | null;
}

/**
 * The text of an answer that was requested before the commit of its turn, as it arrives. `discarded`: the answer is not
 * used.
 */
export type DraftText = { readonly turn: number } & (
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'complete' | 'discarded' }
);

/**
 * The progress of speech that was synthesised before the commit of its turn, for metrics. `prepared`: it is used;
 * `gainedMs`: how much earlier its first audio arrives. `unspoken`: this text was sent to the provider but is not used;
 * `filler`: it is the rest of a filler, dropped because the answer arrived or the utterance was cut.
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
  /** The reason why the calls are not executed, which becomes their result. Default: they are executed. */
  readonly notExecuted?: string | undefined;
  /** True if new requests by the user wait for the results. Default: they end the reply. */
  readonly wordsWait?: boolean | undefined;
  /** True if the reply ends with the results: the model gets them in a later one. Default: a further round follows. */
  readonly last?: boolean | undefined;
  /** The text that a function wants spoken while it runs. Default: none. */
  readonly filler?: string | undefined;
  /** Unknown fields of the model's message and its calls, which are sent back to the model. Default: none. */
  readonly extra?: ExtraFields | undefined;
}

/**
 * What follows the final result of a call that runs in the background. `when_idle`: a reply of the agent, as soon as
 * neither side speaks · `interrupt`: that reply at once; it replaces the current one · `silent`: no reply; the model
 * finds the result in its next request.
 */
export type ResultPolicy = 'when_idle' | 'interrupt' | 'silent';

/**
 * The results of one round: one per call, in the order of the calls. With `background`, there is one result, of a call
 * of that round that went on in the background.
 */
export interface FunctionResults {
  readonly turn: number;
  readonly round: number;
  readonly results: readonly FunctionResult[];
  /** The calls that go on in the background; their `results` are acknowledgements. Default: none. */
  readonly acknowledged?: readonly BackgroundCall[] | undefined;
  /** Default: these are the first results of the round. */
  readonly background?: BackgroundNews | undefined;
}

/** A call that goes on in the background. */
export interface BackgroundCall {
  readonly tool_call_id: string;
  readonly policy: ResultPolicy;
}

/**
 * News of a call that went on in the background. `progress`: what it has done so far; `say` is spoken · `final`: its
 * only final result, and what follows it.
 */
export type BackgroundNews =
  | { readonly kind: 'progress'; readonly say?: string | undefined }
  | { readonly kind: 'final'; readonly policy: ResultPolicy };

/** A word of an utterance and the time at which it is spoken. */
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
      /**
       * The number of its first characters that repeat text the user has already heard, in a resumed reply. Default 0.
       */
      readonly repeatedChars?: number | undefined;
    }
  /** Text sent to TTS. Joined, these are the utterance's text. */
  | {
      readonly kind: 'text';
      readonly utterance: string;
      readonly text: string;
      /** The text in spans, with the text sent to TTS for each. Default: the text itself was sent. */
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
