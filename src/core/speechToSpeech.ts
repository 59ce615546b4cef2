import type { Observable } from 'rxjs';
import type { AudioFrame } from './audio.ts';
import type { ChatMessage, FunctionCall, Tool } from './message.ts';
import type { ToolChoice } from './speech.ts';
import type { WordTiming } from './turn.ts';

/**
 * A model that hears the user and speaks itself. The session owns the turns: the model answers when it is asked to, and
 * hears only what the session sends.
 */
export interface SpeechToSpeech {
  /** Name of the provider, for errors and the usage. */
  readonly name: string;
  /** Name of its model, for the usage. */
  readonly model: string;
  /** Rate of its input and output audio, in Hz. */
  readonly sampleRate: number;
  /** `text`: a voice of the session speaks its answers. */
  readonly output: 'audio' | 'text';
  /**
   * Holds one conversation. Subscribed once per session; unsubscribing closes the connection. A connection that is lost
   * is replaced, and the new one begins with the history. An error ends the session.
   */
  converse(input: Observable<SpeechModelInput>, options: ConverseOptions): Observable<SpeechModelEvent>;
}

export interface ConverseOptions {
  /**
   * Returns the conversation so far: instructions as system messages, and what was heard. Called when a connection is
   * opened; whatever is sent from then on is not part of it.
   */
  readonly history: () => readonly ChatMessage[];
  /** Returns the functions that the model may call. */
  readonly tools: () => readonly Tool[];
  /** True to receive the words of the user's turns. */
  readonly words: boolean;
}

/** What the session sends. A `turn` numbers a turn of the user and the reply to it. */
export type SpeechModelInput =
  | { readonly kind: 'audio'; readonly frame: AudioFrame }
  /** Drops the audio since the last `commit` or `clear`: it was a noise. */
  | { readonly kind: 'clear' }
  /** The audio since the last `commit` or `clear` is a turn of the user. */
  | { readonly kind: 'commit'; readonly turn: number }
  /**
   * Adds messages to the conversation: typed words, the results of a round, or what a voice of the session has said. The
   * results of a round come all at once, before the next `respond`.
   */
  | { readonly kind: 'add'; readonly messages: readonly ChatMessage[] }
  /** Requests the reply to a turn, or its next round. It waits until the response before it is over. */
  | {
      readonly kind: 'respond';
      readonly turn: number;
      /** For this reply alone, in addition to the instructions of the conversation. Default: none. */
      readonly instructions?: string | undefined;
      readonly tool_choice?: ToolChoice | undefined;
    }
  /**
   * Says a text of the application beside the conversation, which does not contain it. Its events are those of a reply;
   * its `turn` is negative.
   */
  | { readonly kind: 'say'; readonly turn: number; readonly text: string }
  /** Stops the reply to a turn. Nothing more of it is emitted. */
  | { readonly kind: 'cancel'; readonly turn: number }
  /** Only the first samples of the item were heard; 0: none of it. */
  | { readonly kind: 'truncate'; readonly item: string; readonly samples: number }
  /** The instructions or the functions have changed. */
  | { readonly kind: 'update' };

/** What the model sends. A reply is `started`, then its items, then `ended`. */
export type SpeechModelEvent =
  /** A connection is set up. */
  | { readonly kind: 'ready' }
  /** The words of a turn so far, or all of them (`final`). They may come after the answer. */
  | { readonly kind: 'words'; readonly turn: number; readonly text: string; readonly final: boolean }
  /** The words of a turn will not come. */
  | { readonly kind: 'words_failed'; readonly turn: number; readonly error: unknown }
  | { readonly kind: 'started'; readonly turn: number }
  /** Text that the item says, or with `output: 'text'` the text to say. */
  | { readonly kind: 'text'; readonly turn: number; readonly item: string; readonly delta: string }
  | { readonly kind: 'audio'; readonly turn: number; readonly item: string; readonly frame: AudioFrame }
  /** Times of words within the item. */
  | { readonly kind: 'timings'; readonly turn: number; readonly item: string; readonly words: readonly WordTiming[] }
  /** All text and audio of the item were emitted. */
  | { readonly kind: 'item_ended'; readonly turn: number; readonly item: string }
  /** The response is over, with its calls, if any. */
  | {
      readonly kind: 'ended';
      readonly turn: number;
      readonly calls: readonly FunctionCall[];
      /** The limit or filter that stopped it before its end. Absent if it reached its end. */
      readonly stoppedBy?: 'length' | 'content_filter' | undefined;
      /** The error if it failed; absent if it is complete. */
      readonly error?: unknown;
    }
  /** The tokens of a response, before it has `ended`; also of one that was cancelled. */
  | { readonly kind: 'usage'; readonly turn: number; readonly usage: SpeechModelUsage }
  /** Reports an error that does not end the conversation. */
  | { readonly kind: 'report'; readonly error: unknown };

/** Tokens of one response. */
export interface SpeechModelUsage {
  readonly inputTextTokens: number;
  readonly inputAudioTokens: number;
  /** The tokens of the input that were read from a cache. */
  readonly cachedTextTokens: number;
  readonly cachedAudioTokens: number;
  readonly outputTextTokens: number;
  readonly outputAudioTokens: number;
}
