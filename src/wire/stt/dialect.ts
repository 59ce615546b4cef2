import type { SttTurn } from '../../core/ports.ts';
import type { TranscriptDetails } from '../../core/speech.ts';
import type { ConnectionAction, Dialect, Wire } from '../dialect.ts';

/**
 * An action or a result of a recogniser's dialect. An utterance is a stretch of speech whose text is requested as a whole: a
 * segment, or a part of one between flushes. Utterances are numbered 0, 1, 2 … and sent one after the other. Words in
 * `details` are timed from the start of its audio. After `failed`, the rest of it and its end are not sent. After `fault`,
 * unsettled utterances are sent again on another connection, if the fault lets it.
 */
export type SttAction =
  | ConnectionAction
  | SttResult
  /** The server will end the connection in so many ms: it is replaced before, between utterances. */
  | { readonly kind: 'expires'; readonly inMs: number };

/** A result of an utterance. */
export type SttResult =
  /** The text, so far, of what follows the utterance's pieces; replaces the interim before. */
  | {
      readonly kind: 'interim';
      readonly utterance: number;
      readonly text: string;
      readonly details?: TranscriptDetails | undefined;
    }
  /** The next stretch of the utterance's text, which will not change; the interim before it is used up. */
  | {
      readonly kind: 'piece';
      readonly utterance: number;
      readonly text: string;
      readonly details?: TranscriptDetails | undefined;
    }
  /** What the server has found about the turn, in an utterance that goes on. Times from the start of its audio. */
  | ({ readonly kind: 'turn'; readonly utterance: number } & Omit<SttTurn, 'segment'>)
  /** Nothing more comes for the utterance: its pieces, joined by spaces, are its text. Ignored before its `end` was sent. */
  | { readonly kind: 'done'; readonly utterance: number };

/** The protocol of a recogniser for one connection. */
export interface SttDialect extends Dialect<SttAction> {
  begin(utterance: number): readonly SttAction[];
  /** 16-bit mono samples at the wire's rate. */
  audio(utterance: number, samples: Int16Array): readonly SttAction[];
  /** Requests the text: the user has stopped. `over`: the turn is over, too. Default false. */
  end(utterance: number, over?: boolean): readonly SttAction[];
}

/** A recogniser over WebSockets, and its protocol. */
export interface SttWire extends Wire<SttDialect> {
  /** The rate its audio must have, in Hz. */
  readonly sampleRate: number;
  /** True if interim results come while the user speaks. */
  readonly interims: boolean;
  /** The time for `done` after the end, in ms. Then the text so far is used; another text that comes later is a late final. */
  readonly answerMs: number;
  /** No text by then means no words, if the server answers pings, or a fault: the utterance is then sent again, once. */
  readonly silence: 'answers' | 'fails';
  /** The same recogniser, emitting what it finds about turns. Absent: it finds nothing. */
  readonly withTurns?: SttWire | undefined;
}
