import type { Observable } from 'rxjs';
import type { AudioFrame } from './audio.ts';
import type { AntiphonError } from './errors.ts';
import type { PlayoutCommand, PlayoutReport } from './playout.ts';
import type { TranscriptDetails } from './speech.ts';
import type { WordTiming } from './turn.ts';

/**
 * Scores windows of audio. Implementations keep the model's memory per subscription; unsubscribing frees it.
 * An error ends voice activity detection for the session.
 */
export interface VadModel {
  readonly sampleRate: 8000 | 16000;
  /** Samples per window: 512 at 16 kHz, 256 at 8 kHz. */
  readonly windowSamples: number;
  /**
   * Exactly one probability of speech, 0 to 1, per window, in order. A window is a view of memory that is written once: it
   * may be kept and changed. To transfer it to another thread, copy it.
   */
  score(windows: Observable<Int16Array>): Observable<number>;
}

/** What a recogniser is fed: the segments, one after the other, each `start audio* flush* end`. */
export type SttInput =
  | { readonly kind: 'start'; readonly segment: number }
  | { readonly kind: 'audio'; readonly segment: number; readonly frame: AudioFrame }
  /** Asks for the text of what was said so far; the segment goes on. Answered like an end. */
  | { readonly kind: 'flush'; readonly segment: number }
  | { readonly kind: 'end'; readonly segment: number };

/** What a recogniser says. After `flush` and after `end` it owes one answer: a final, `empty` or `failed`. */
export type SttEvent =
  | ({ readonly kind: 'interim'; readonly segment: number; readonly text: string } & TranscriptDetails)
  | ({
      readonly kind: 'final';
      readonly segment: number;
      readonly text: string;
      /** Nothing more comes for what was flushed or ended (the answer). Default true after a flush or end. */
      readonly last?: boolean | undefined;
      /**
       * The final did not come in time, and the latest interim stands for it. A later final of the segment replaces it as long
       * as its turn is not committed.
       */
      readonly provisional?: boolean | undefined;
    } & TranscriptDetails)
  | { readonly kind: 'empty'; readonly segment: number }
  | { readonly kind: 'failed'; readonly segment: number; readonly error: unknown }
  /** Reports an error that concerns no segment, such as a key that is refused before anyone speaks. It answers nothing. */
  | { readonly kind: 'report'; readonly segment?: undefined; readonly error: unknown };

export interface SpeechToText {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** The rate its audio must have, in Hz. */
  readonly sampleRate: number;
  /** How long after a segment's end its answer is waited for, in ms. */
  readonly finalTimeoutMs: number;
  /** Whether interim results come while the user speaks. */
  readonly interims: boolean;
  /** One subscription per session; unsubscribing closes whatever it opened. */
  transcribe(speech: Observable<SttInput>): Observable<SttEvent>;
}

/** What a voice brings for one utterance. It completes when all text was spoken. */
export type TtsEvent =
  | { readonly kind: 'audio'; readonly frame: AudioFrame }
  | { readonly kind: 'words'; readonly words: readonly WordTiming[] }
  /** All audio of the first `chars` of the utterance's text has come. */
  | { readonly kind: 'mark'; readonly chars: number };

export interface TextToSpeech {
  readonly name: string;
  /** The rate of its audio, in Hz. */
  readonly sampleRate: number;
  /** Whether it wants whole sentences, or takes text as it is generated. */
  readonly accepts: 'sentences' | 'tokens';
  /** BCP-47 tag of the voice, which decides where sentences end. */
  readonly language: string;
  /**
   * One subscription per utterance; unsubscribing cancels it at once. `text` is hot: subscribe to it at once. Its completion
   * ends the utterance. Every stretch of text is marked when its audio has come: who owes a mark is taken to be stuck.
   *
   * `complete` emits when the text so far is complete, although the utterance may go on: speak it now, do not wait for more.
   */
  synthesize(text: Observable<string>, complete?: Observable<void>): Observable<TtsEvent>;
  /**
   * While this is subscribed to, once per session, connections are opened ahead of need and kept between utterances. It
   * emits what is to be reported and hinders nothing, and does not complete; unsubscribing closes what no utterance uses.
   * A voice without it, or without a subscription, opens and closes what each utterance needs.
   */
  keepWarm?(): Observable<AntiphonError>;
}

/** The whole of a transport: where the user's audio comes from and the agent's goes. */
export interface SessionIo {
  /** The user's audio, any rate, frames of any length. */
  readonly audioIn: Observable<AudioFrame>;
  /** Typed text: each is a final of its own. */
  readonly textIn?: Observable<string> | undefined;
  /** Whether the user's microphone is muted. */
  readonly muted?: Observable<boolean> | undefined;
  /** Whether the client is there. Without it, it is from the start. */
  readonly connected?: Observable<boolean> | undefined;
  /** The rate the agent's audio must have, in Hz. Without it, that of the voice. */
  readonly outputSampleRate?: number | undefined;
  /** Carries out the commands; what it emits is what the client says of it. Subscribed once. */
  playout(commands: Observable<PlayoutCommand>): Observable<PlayoutReport>;
}
