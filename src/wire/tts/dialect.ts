import type { TextLimit } from './textLimit.ts';
import type { AudioDecoderSource } from '../audio/decoder.ts';
import type { ConnectionAction, Dialect, Wire } from '../dialect.ts';

/** A word as timed by the provider. Offsets are in ms from the utterance's first sample. */
export interface SpokenWord {
  /** The word, approximately as in the text, with or without punctuation. */
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * An action or a result of a TTS dialect. Utterances are numbered 0, 1, 2 … over all connections of one TTS. A number
 * is never reused, not even when an utterance is tried again.
 */
export type TtsAction =
  | ConnectionAction
  | TtsResult
  /** A cancelled utterance is over on the wire, too, and no longer occupies the connection. */
  | { readonly kind: 'released'; readonly utterance: number };

/** A result of an utterance. */
export type TtsResult =
  /** The next bytes of the utterance's audio, cut at any position. */
  | { readonly kind: 'audio'; readonly utterance: number; readonly bytes: Uint8Array }
  | { readonly kind: 'words'; readonly utterance: number; readonly words: readonly SpokenWord[] }
  /** The audio of the text up to the earliest unanswered flush is complete. */
  | { readonly kind: 'flushed'; readonly utterance: number }
  /**
   * The audio is complete, and the utterance no longer occupies the connection. If this comes before its `end`, later
   * text becomes another utterance.
   */
  | { readonly kind: 'done'; readonly utterance: number };

/** Creates the result for timed words, or no result if there are none. */
export function createWords(utterance: number, words: readonly SpokenWord[]): readonly TtsResult[] {
  return words.length === 0 ? [] : [{ kind: 'words', utterance, words }];
}

/** A TTS protocol for one connection. Anything it returns for a cancelled utterance is dropped. */
export interface TtsDialect extends Dialect<TtsAction> {
  /** Begins an utterance. Its first text follows at once. */
  begin(utterance: number): readonly TtsAction[];
  /** Sends text verbatim as it is generated. The texts in order form the utterance. */
  text(utterance: number, text: string): readonly TtsAction[];
  /** Requests the audio of the text so far. Answered by `flushed` if the vendor reports it. */
  flush(utterance: number): readonly TtsAction[];
  /** Ends the text. Answered by `done`. */
  end(utterance: number): readonly TtsAction[];
  /**
   * Cancels an utterance that has begun and is not done. A wire that supports it sends a cancellation and answers
   * `released` (within this call, if nothing that could affect another utterance can still arrive). Without this
   * method, the connection is dropped.
   */
  cancel?(utterance: number): readonly TtsAction[];
}

/** A TTS over WebSockets and its protocol. */
export interface TtsWire extends Wire<TtsDialect> {
  /** Sample rate of its decoded audio, in Hz. */
  readonly sampleRate: number;
  /** Whether it accepts whole sentences, each as a separate utterance, or text as it is generated. */
  readonly accepts: 'sentences' | 'tokens';
  /** BCP-47 tag of the voice. */
  readonly language: string;
  /**
   * Largest sentence that the service accepts. Longer ones are split. Only with `accepts: 'sentences'`. @default no
   * limit
   */
  readonly limit?: TextLimit | undefined;
  /** Creates a decoder for each utterance. */
  readonly decoder: AudioDecoderSource;
  /** Maximum number of concurrent utterances per connection. A cancelled one counts until it is released. */
  readonly maxConcurrent: number;
  /** Number of utterances after which a connection is replaced. Absent: no limit. */
  readonly maxUtterances?: number | undefined;
  /** Timeout for `released`, after which the connection is abandoned, in ms. Default 1000. */
  readonly releaseMs?: number | undefined;
}
