import type { TextLimit } from './textLimit.ts';
import type { AudioDecoderSource } from '../audio/decoder.ts';
import type { ConnectionAction, Dialect, Wire } from '../dialect.ts';

/** A word as the provider times it; offsets in ms from the utterance's first sample. */
export interface SpokenWord {
  /** The word as in the text, or nearly; with or without punctuation. */
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * An action or a result of a TTS dialect. Utterances are numbered 0, 1, 2 … over all connections of one TTS; a number is never
 * used again, also not where an utterance is tried again.
 */
export type TtsAction =
  | ConnectionAction
  | TtsResult
  /** A cancelled utterance is over on the wire, too: the connection is free of it. */
  | { readonly kind: 'released'; readonly utterance: number };

/** A result of an utterance. */
export type TtsResult =
  /** The next bytes of the utterance's audio, cut anywhere. */
  | { readonly kind: 'audio'; readonly utterance: number; readonly bytes: Uint8Array }
  | { readonly kind: 'words'; readonly utterance: number; readonly words: readonly SpokenWord[] }
  /** The audio of the text up to the earliest unanswered flush is complete. */
  | { readonly kind: 'flushed'; readonly utterance: number }
  /** The audio is complete; the connection is free of the utterance. Before its `end`: text that follows is another utterance. */
  | { readonly kind: 'done'; readonly utterance: number };

/** Creates the result of timed words; none without words. */
export function createWords(utterance: number, words: readonly SpokenWord[]): readonly TtsResult[] {
  return words.length === 0 ? [] : [{ kind: 'words', utterance, words }];
}

/** The protocol of a TTS for one connection. What it returns for an utterance that was cancelled is dropped. */
export interface TtsDialect extends Dialect<TtsAction> {
  /** Begins an utterance. Its first text follows at once. */
  begin(utterance: number): readonly TtsAction[];
  /** Text as it is generated, verbatim; all of it in order is the utterance. */
  text(utterance: number, text: string): readonly TtsAction[];
  /** Requests the audio of the text so far. Answered by `flushed` if the vendor reports it. */
  flush(utterance: number): readonly TtsAction[];
  /** Ends the text. Answered by `done`. */
  end(utterance: number): readonly TtsAction[];
  /**
   * Cancels an utterance that was begun and is not done. A wire that can cancel sends so, and answers `released` (in this
   * very call, if nothing of it can still come to hinder another). Without this method, the connection is dropped.
   */
  cancel?(utterance: number): readonly TtsAction[];
}

/** A TTS over WebSockets, and its protocol. */
export interface TtsWire extends Wire<TtsDialect> {
  /** The rate of its audio once decoded, in Hz. */
  readonly sampleRate: number;
  /** Whole sentences, each an utterance of its own here, or text as it is generated. */
  readonly accepts: 'sentences' | 'tokens';
  /** BCP-47 tag of the voice. */
  readonly language: string;
  /** Largest sentence that the service accepts; longer ones are split. Only with `accepts: 'sentences'`. @default no limit */
  readonly limit?: TextLimit | undefined;
  /** Subscribed to for each utterance. */
  readonly decoder: AudioDecoderSource;
  /** The number of utterances on one connection at a time; a cancelled one counts until it is released. */
  readonly maxConcurrent: number;
  /** The number of utterances on one connection until it is replaced. Absent: any number. */
  readonly maxUtterances?: number | undefined;
  /** The time for `released` before the connection is given up, in ms. Default 1000. */
  readonly releaseMs?: number | undefined;
}
