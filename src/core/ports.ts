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
  /** Samples per window: 512 at 16 kHz, 256 at 8 kHz. */
  readonly windowSamples: number;
  /**
   * `false`: the model reads a window within `next` only and does not change it, so that its memory is used again for the next
   * one. A wrapper that keeps or changes windows sets it to true. @default true
   */
  readonly keepsWindows?: boolean | undefined;
  /**
   * Emits the probability of speech, from 0 to 1, of each window, in order. The model's memory lives as long as the
   * subscription. An error ends the session (`vad_failed`). You may keep and change a window, unless
   * `keepsWindows` is false; to send it to another thread, copy it, since it shares its buffer with the windows around it.
   */
  score(windows: Observable<Int16Array>): Observable<number>;
}

/** A model that removes noise from speech, frame by frame. */
export interface NoiseSuppressor {
  /** Rate of its audio, in Hz. */
  readonly sampleRate: number;
  /** Samples of a frame. */
  readonly frameSamples: number;
  /** Samples by which what it returns is later than what it gets. */
  readonly delaySamples: number;
  /** Opens a stream without a past. Close it. */
  openStream(): NoiseStream;
}

/** The audio of one user, with the memory that the model has of it. */
export interface NoiseStream {
  /** Replaces the samples of the next frame with those without noise. */
  process(frame: Int16Array): void;
  close(): void;
}

/** Input of a recogniser: the segments, one after the other, each `start audio* flush* end`. */
export type SttInput =
  | { readonly kind: 'start'; readonly segment: number }
  | { readonly kind: 'audio'; readonly segment: number; readonly frame: AudioFrame }
  /** Requests the text of the segment so far; the segment continues. It is answered like an end. */
  | { readonly kind: 'flush'; readonly segment: number }
  | {
      readonly kind: 'end';
      readonly segment: number;
      /** True if it ends because the user's turn is over, as the recogniser or a turn model has found. Default false. */
      readonly over?: boolean | undefined;
    };

/** A finding of a recogniser about the turn to which an open segment belongs. It answers nothing. */
export interface SttTurn {
  readonly segment: number;
  readonly state: RecogniserTurnState;
  /** Probability that the turn is over, from 0 to 1. Default: not known. */
  readonly confidence?: number | undefined;
  /** End of the audio that it knew, in ms from the start of the segment's audio. Default: all audio so far. */
  readonly atMs?: number | undefined;
}

/** Output of a recogniser. Each `flush` and each `end` is answered once: by a final, `empty` or `failed`. */
export type SttEvent =
  | ({ readonly kind: 'interim'; readonly segment: number; readonly text: string } & TranscriptDetails)
  | ({
      readonly kind: 'final';
      readonly segment: number;
      readonly text: string;
      /** True if this final is the answer to the flush or end. Default true after a flush or end. */
      readonly last?: boolean | undefined;
      /**
       * True if the final was late and the latest interim replaces it. A later final of the segment replaces this one until
       * the turn is committed. Default false.
       */
      readonly provisional?: boolean | undefined;
    } & TranscriptDetails)
  | { readonly kind: 'empty'; readonly segment: number }
  | ({ readonly kind: 'turn' } & SttTurn)
  | { readonly kind: 'failed'; readonly segment: number; readonly error: unknown }
  /** Reports an error that concerns no segment, such as a refused key. It answers nothing. */
  | { readonly kind: 'report'; readonly segment?: undefined; readonly error: unknown }
  | (ServedEvent & { readonly segment?: undefined })
  /** That provider was sent so many further seconds of audio. A port that emits it counts all of its use. */
  | (UsedEvent & { readonly segment?: undefined; readonly seconds: number });

/** What follows is the work of this provider, until another is named: an event of a port that stands for several. */
export interface ServedEvent {
  readonly kind: 'served';
  readonly provider: string;
  readonly model?: string | undefined;
}

/** A use of a provider by a port that stands for several. */
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
  /** Rate of the audio that it gets, in Hz. */
  readonly sampleRate: number;
  /** Time within which it answers the end of a segment, in ms. After it the segment is settled (`stt_timeout`). */
  readonly finalTimeoutMs: number;
  /** True if it emits interims while the user speaks. */
  readonly interims: boolean;
  /** True if it can find the ends of turns. It needs the audio of pauses, too: segments that go on while the user pauses. Default false. */
  readonly turns?: boolean | undefined;
  /** Transcribes the segments of a session. Subscribed once per session; unsubscribing closes its connections. */
  transcribe(speech: Observable<SttInput>, wanted?: SttWanted): Observable<SttEvent>;
}

/** What a session wants of a recogniser beside transcripts. */
export interface SttWanted {
  /** True if it is to emit `turn`s. Default false. */
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
  /** That provider was sent so many further characters: Unicode code points. A port that emits it counts all of its use. */
  | (UsedEvent & { readonly characters: number });

/** What a port that stands for several providers says about them. */
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
  /** The pieces of text that it gets: whole sentences, or tokens as they are generated. */
  readonly accepts: 'sentences' | 'tokens';
  /** BCP-47 tag of its language. It decides where sentences end. */
  readonly language: string;
  /**
   * Speaks one utterance. Completes when `text` has completed and is spoken; unsubscribing cancels it at once. `text` is hot:
   * subscribe to it at once. Mark each stretch of text when its audio has been emitted: without audio for unmarked text the
   * utterance fails (`tts_timeout`).
   *
   * @param complete emits when the text so far is to be spoken without waiting for more
   */
  synthesize(text: Observable<string>, complete?: Observable<void>): Observable<TtsEvent>;
  /**
   * Opens connections ahead of need and keeps them between utterances, while subscribed. Emits errors that stop nothing, and
   * does not complete; unsubscribing closes unused connections. Subscribed once per session.
   */
  keepWarm?(): Observable<AntiphonError>;
}

/** `commit`: the user's turn is over. `clear`: its audio and its words are dropped. */
export type TurnCommand = 'commit' | 'clear';

export const TURN_COMMANDS: readonly ['commit', 'clear'] = ['commit', 'clear'];

/** What the line of a call can do, such as that of a telephone. `signal` fires when nobody waits for it any more. */
export interface LineActions {
  /** Sends keys of a telephone to the other end: 0 to 9, *, #, A to D, and `w` for a pause of 0.5 s. */
  sendDigits?(digits: string, signal: AbortSignal): PromiseLike<unknown>;
  /** Connects the caller with another party: a telephone number, or what the line knows. */
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

/** A transport: connects a session to a client. */
export interface SessionIo {
  /** The user's audio: frames of any rate from 1000 to 192000 Hz, and of any length. */
  readonly audioIn: Observable<AudioFrame>;
  /** Typed texts. Each counts as a final transcript. */
  readonly textIn?: Observable<string> | undefined;
  /** Keys of a telephone that the user presses (DTMF). Default: none. */
  readonly digits?: Observable<Digit> | undefined;
  /** True while the user's microphone is muted. Default: never. */
  readonly muted?: Observable<boolean> | undefined;
  /** What a client with push to talk does with the audio since its last command. Default: none. */
  readonly turns?: Observable<TurnCommand> | undefined;
  /** True while the client is connected. Default: from the start. */
  readonly connected?: Observable<boolean> | undefined;
  /** Rate of the agent's audio, in Hz. Default: that of TTS. */
  readonly outputSampleRate?: number | undefined;
  /** Length of the longest frame of the agent's audio, in ms, from 1. Default: 20. */
  readonly outputFrameMs?: number | undefined;
  /**
   * How far the agent's audio is sent ahead of its playback, in ms, from 0. A client that cannot drop what it has got plays that
   * much after an interruption; below the jitter of the network its audio has gaps. Default: 200.
   */
  readonly outputLeadMs?: number | undefined;
  /**
   * True if the client reports the start of an utterance. The first report of all is awaited for 250 ms; without it, and by
   * default, the audio counts as played as it is sent until a start or a position is reported.
   */
  readonly reportsStarts?: boolean | undefined;
  /**
   * How the reports come about. Of a client with `marked` or `paced`, no answer to a `clear` is awaited: what it has played is
   * estimated at once. Default: `reported`.
   */
  readonly heard?: HeardBy | undefined;
  /** What its line can do. Default: nothing. */
  readonly actions?: LineActions | undefined;
  /** The description of the line that parts of the session get. Default: `{ protocol: 'custom' }`. */
  readonly line?: SessionLine | undefined;
  /** Carries out the commands, and emits the client's reports. Subscribed once. */
  playout(commands: Observable<PlayoutCommand>): Observable<PlayoutReport>;
}
