import type { Observable } from 'rxjs';
import type { AudioFrame } from './audio.ts';
import type { Digit } from './digit.ts';
import type { AntiphonError } from './errors.ts';
import type { HeardBy, PlayoutCommand, PlayoutReport } from './playout.ts';
import type { RecogniserTurnState, TranscriptDetails } from './speech.ts';
import type { WordTiming } from './turn.ts';

/** A model that scores windows of audio. */
export interface VadModel {
  readonly sampleRate: 8000 | 16000;
  /** Samples per window, from 1 to a second's worth. Usual values are 512 at 16 kHz and 256 at 8 kHz. */
  readonly windowSamples: number;
  /**
   * False if the model reads a window only during `next` and does not change it, so that the next window can reuse its
   * memory. A wrapper that keeps or changes windows must set it to true. @default true
   */
  readonly keepsWindows?: boolean | undefined;
  /**
   * Emits the probability of speech, from 0 to 1, of each window, in order. The model's state lives as long as the
   * subscription. An error ends the session (`vad_failed`). You may keep and change a window, unless `keepsWindows` is
   * false; to send it to another thread, copy it, since it shares its buffer with the windows around it.
   */
  score(windows: Observable<Int16Array>): Observable<number>;
}

/** A model that removes noise from speech, frame by frame. */
export interface NoiseSuppressor {
  /** Rate of its audio, in Hz. */
  readonly sampleRate: number;
  /** Samples per frame, from 1 to a second's worth. */
  readonly frameSamples: number;
  /** Delay of its output relative to its input, in samples. */
  readonly delaySamples: number;
  /** Opens a stream with a fresh state. The caller must close it. */
  openStream(): NoiseStream;
}

/** The audio stream of one user, with the model's state. */
export interface NoiseStream {
  /** Removes the noise from the next frame, in place. */
  process(frame: Int16Array): void;
  close(): void;
}

/** Input of a recogniser: the segments one after another, each `start audio* flush* end`. */
export type SttInput =
  | { readonly kind: 'start'; readonly segment: number }
  | { readonly kind: 'audio'; readonly segment: number; readonly frame: AudioFrame }
  /** Requests the text of the segment so far. Answered like an end, but the segment continues. */
  | { readonly kind: 'flush'; readonly segment: number }
  | {
      readonly kind: 'end';
      readonly segment: number;
      /**
       * True if the segment ends because the recogniser or a turn model found that the user's turn is over. Default
       * false.
       */
      readonly over?: boolean | undefined;
    };

/** A recogniser's finding about the turn of an open segment. It does not count as an answer. */
export interface SttTurn {
  readonly segment: number;
  readonly state: RecogniserTurnState;
  /** Probability that the turn is over, from 0 to 1. Default: not known. */
  readonly confidence?: number | undefined;
  /**
   * End of the audio on which the finding is based, in ms from the start of the segment's audio. Default: all audio so
   * far.
   */
  readonly atMs?: number | undefined;
}

/** Output of a recogniser. It answers each `flush` and each `end` once, with a final, `empty` or `failed`. */
export type SttEvent =
  | ({ readonly kind: 'interim'; readonly segment: number; readonly text: string } & TranscriptDetails)
  | ({
      readonly kind: 'final';
      readonly segment: number;
      /**
       * The text. `''` withdraws the latest interim because it was not speech, whereas `empty` leaves the interim in
       * place.
       */
      readonly text: string;
      /** True if this final answers the flush or end. Default true after a flush or end. */
      readonly last?: boolean | undefined;
      /**
       * True if the real final is late and this is the latest interim in its place. A later final of the segment
       * replaces this one until the turn is committed. Default false.
       */
      readonly provisional?: boolean | undefined;
    } & TranscriptDetails)
  | { readonly kind: 'empty'; readonly segment: number }
  | ({ readonly kind: 'turn' } & SttTurn)
  | { readonly kind: 'failed'; readonly segment: number; readonly error: unknown }
  /**
   * Reports an error outside of an answer, such as a refused key before the user has finished. It does not count as an
   * answer.
   */
  | { readonly kind: 'report'; readonly segment?: undefined; readonly error: unknown }
  | (ServedEvent & { readonly segment?: undefined })
  /**
   * That many more seconds of audio were sent to that provider. A port that emits this event must report all of its
   * usage this way.
   */
  | (UsedEvent & { readonly segment?: undefined; readonly seconds: number });

/**
 * Names the provider behind the events that follow, until the next such event. For ports that combine several
 * providers.
 */
export interface ServedEvent {
  readonly kind: 'served';
  readonly provider: string;
  readonly model?: string | undefined;
}

/** The use of one provider by a port that combines several. */
export interface UsedEvent {
  readonly kind: 'used';
  readonly provider: string;
  readonly model?: string | undefined;
}

/** A recogniser. */
export interface SpeechToText {
  /** Name of the provider, for errors and the usage. */
  readonly name: string;
  /** Name of its model, for the usage. Default: none. */
  readonly model?: string | undefined;
  /** Rate of its input audio, in Hz. */
  readonly sampleRate: number;
  /**
   * Time limit for its answer to the end of a segment, in ms. When it passes, the segment is settled (`stt_timeout`).
   */
  readonly finalTimeoutMs: number;
  /** True if it emits interims while the user speaks. */
  readonly interims: boolean;
  /** True if it may hold words back while the user speaks until it is sure of them. Default false. */
  readonly delaysInterims?: boolean | undefined;
  /**
   * True if it can detect the ends of turns. It then also needs the audio of pauses, in segments that continue while
   * the user pauses. Default false.
   */
  readonly turns?: boolean | undefined;
  /** Transcribes the segments of a session. Subscribed once per session; unsubscribing closes its connections. */
  transcribe(speech: Observable<SttInput>, wanted?: SttWanted): Observable<SttEvent>;
}

/** Events that a session wants from a recogniser in addition to transcripts. */
export interface SttWanted {
  /** True to receive `turn` events. Default false. */
  readonly turns?: boolean | undefined;
}

/** Output of TTS for one utterance. */
export type TtsEvent =
  | { readonly kind: 'audio'; readonly frame: AudioFrame }
  | { readonly kind: 'words'; readonly words: readonly WordTiming[] }
  /** All audio of the first `chars` of the utterance's text has been emitted. */
  | { readonly kind: 'mark'; readonly chars: number }
  /** Reports an error that does not end the utterance. */
  | { readonly kind: 'report'; readonly error: unknown }
  | ServedEvent
  /**
   * That many more characters, in Unicode code points, were sent to that provider. A port that emits this event must
   * report all of its usage this way.
   */
  | (UsedEvent & { readonly characters: number });

/** An event about the providers behind a port that combines several. */
export type ProviderProgress =
  | (ServedEvent & { readonly port: 'stt' | 'tts' })
  | (UsedEvent & { readonly port: 'stt'; readonly seconds: number })
  | (UsedEvent & { readonly port: 'tts'; readonly characters: number });

/** A TTS provider. */
export interface TextToSpeech {
  /** Name of the provider, for errors and the usage. */
  readonly name: string;
  /** Name of its model, for the usage. Default: none. */
  readonly model?: string | undefined;
  /** Rate of its audio, in Hz. */
  readonly sampleRate: number;
  /** The pieces of text that it accepts: whole sentences, or tokens as they are generated. */
  readonly accepts: 'sentences' | 'tokens';
  /** BCP-47 tag of its language. Determines where sentences end. */
  readonly language: string;
  /**
   * Speaks one utterance. Completes when `text` has completed and is spoken; unsubscribing cancels it at once. `text`
   * is hot, so subscribe to it synchronously. Emit a `mark` for each stretch of text once its audio has been emitted:
   * an utterance with unmarked text and no further audio fails (`tts_timeout`).
   *
   * @param complete emits when the text so far should be spoken without waiting for more
   */
  synthesize(text: Observable<string>, complete?: Observable<void>): Observable<TtsEvent>;
  /**
   * Opens connections ahead of need and keeps them open between utterances, while subscribed. Emits non-fatal errors
   * and does not complete. Unsubscribing closes unused connections. Subscribed once per session.
   */
  keepWarm?(): Observable<AntiphonError>;
}

/** `commit`: ends the user's turn. `clear`: drops its audio and its words. */
export type TurnCommand = 'commit' | 'clear';

export const TURN_COMMANDS: readonly ['commit', 'clear'] = ['commit', 'clear'];

/** The actions of a call's line, such as a telephone line. `signal` aborts when the result is no longer awaited. */
export interface LineActions {
  /** Sends telephone keys to the other end: 0 to 9, *, #, A to D, and `w` for a pause of 0.5 s. */
  sendDigits?(digits: string, signal: AbortSignal): PromiseLike<unknown>;
  /** Connects the caller to another party: a telephone number, or another target that the line supports. */
  transfer?(target: string, signal: AbortSignal): PromiseLike<unknown>;
  /** Ends the call. */
  hangUp?(signal: AbortSignal): PromiseLike<unknown>;
}

/** How the user of a session is connected. */
export interface SessionLine {
  /** The client's protocol, such as `antiphon.v1`, `webrtc` or `twilio`; `custom` for your own transport. */
  readonly protocol: string;
  /** The caller's number, for a telephone call whose carrier sends it. */
  readonly from?: string | undefined;
  /** The called number. */
  readonly to?: string | undefined;
}

/** A transport that connects a session to a client. */
export interface SessionIo {
  /** The user's audio, in frames of any length and any rate from 1000 to 192000 Hz. */
  readonly audioIn: Observable<AudioFrame>;
  /** Typed texts. Each counts as a final transcript. */
  readonly textIn?: Observable<string> | undefined;
  /** Telephone keys that the user presses (DTMF). Default: none. */
  readonly digits?: Observable<Digit> | undefined;
  /** True while the user's microphone is muted. Default: never. */
  readonly muted?: Observable<boolean> | undefined;
  /** Commands of a push-to-talk client about the audio since its last command. Default: none. */
  readonly turns?: Observable<TurnCommand> | undefined;
  /** True while the client is connected. Default: from the start. */
  readonly connected?: Observable<boolean> | undefined;
  /** Rate of the agent's audio, in Hz. Default: that of TTS. */
  readonly outputSampleRate?: number | undefined;
  /** Length of the longest frame of the agent's audio, in ms, from 1. Default: 20. */
  readonly outputFrameMs?: number | undefined;
  /**
   * How far ahead of playback the agent's audio is sent, in ms, from 0. A client that cannot drop received audio plays
   * that much after an interruption. Below the network's jitter, the audio has gaps. Default: 200.
   */
  readonly outputLeadMs?: number | undefined;
  /**
   * True if the client reports the start of an utterance. The session waits 250 ms for the very first report. Without
   * it, and by default, audio counts as played when it is sent, until a start or a position is reported.
   */
  readonly reportsStarts?: boolean | undefined;
  /**
   * The source of the reports. For a client with `marked` or `paced`, the session does not wait for an answer to
   * `clear`, but estimates at once what was played. Default: `reported`.
   */
  readonly heard?: HeardBy | undefined;
  /** The actions of its line. Default: none. */
  readonly actions?: LineActions | undefined;
  /** The description of the line that the session's parts receive. Default: `{ protocol: 'custom' }`. */
  readonly line?: SessionLine | undefined;
  /** Carries out the commands and emits the client's reports. Subscribed once. */
  playout(commands: Observable<PlayoutCommand>): Observable<PlayoutReport>;
}
