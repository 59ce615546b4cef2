import type { SttTurn } from '../../core/ports.ts';
import type { TranscriptDetails } from '../../core/speech.ts';
import type { ConnectionAction, Dialect, Wire } from '../dialect.ts';

/**
 * An action or a result of a recogniser's dialect. An utterance is a stretch of speech whose text is requested as a
 * whole: a segment, or a part of one between flushes. Utterances are numbered 0, 1, 2 … and sent one after the other.
 * Words in `details` are timed from the start of the utterance's audio. After `failed`, its remaining audio and its end
 * are not sent. After `fault`, unsettled utterances are sent again on another connection, if the fault allows it.
 */
export type SttAction =
  | ConnectionAction
  | SttResult
  /** The server will end the connection in `inMs`. The client replaces it before that, between utterances. */
  | { readonly kind: 'expires'; readonly inMs: number };

/** A result of an utterance. */
export type SttResult =
  /** The text so far that follows the utterance's pieces. It replaces the previous interim. */
  | {
      readonly kind: 'interim';
      readonly utterance: number;
      readonly text: string;
      readonly details?: TranscriptDetails | undefined;
    }
  /** The next part of the utterance's text, which will not change. It uses up the previous interim. */
  | {
      readonly kind: 'piece';
      readonly utterance: number;
      readonly text: string;
      readonly details?: TranscriptDetails | undefined;
    }
  /**
   * A finding of the server about the turn, in a continuing utterance. Times are relative to the start of its audio.
   */
  | ({ readonly kind: 'turn'; readonly utterance: number } & Omit<SttTurn, 'segment'>)
  /** The utterance is complete: its text is its pieces, joined by spaces. Ignored before its `end` was sent. */
  | { readonly kind: 'done'; readonly utterance: number };

/** A recogniser's protocol for one connection. */
export interface SttDialect extends Dialect<SttAction> {
  begin(utterance: number): readonly SttAction[];
  /** Sends 16-bit mono samples at the wire's rate. */
  audio(utterance: number, samples: Int16Array): readonly SttAction[];
  /** Requests the text, because the user has stopped. `over`: the turn is over, too. Default false. */
  end(utterance: number, over?: boolean): readonly SttAction[];
}

/** A recogniser over WebSockets and its protocol. */
export interface SttWire extends Wire<SttDialect> {
  /** Required sample rate of its audio, in Hz. */
  readonly sampleRate: number;
  /** True if interim results arrive while the user speaks. */
  readonly interims: boolean;
  /** True if it may hold words back until it is certain of them. @default false */
  readonly delaysInterims?: boolean | undefined;
  /**
   * How long `done` may take after the end, in ms. After that the text so far is used, and a different text that
   * arrives later is a late final.
   */
  readonly answerMs: number;
  /**
   * The meaning of having no text by then: no words, if the server answers pings, or a fault, after which the utterance
   * is sent again once.
   */
  readonly silence: 'answers' | 'fails';
  /** The same recogniser, emitting its findings about turns. Absent: it has none. */
  readonly withTurns?: SttWire | undefined;
}
