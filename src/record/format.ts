import type { ChatCompletionChunk } from '../core/chunk.ts';
import type { Digit } from '../core/digit.ts';
import type { HeardBy, PlayoutCommand, PlayoutEvent, PlayoutReport } from '../core/playout.ts';
import type { SttEvent, TtsEvent, TurnCommand } from '../core/ports.ts';
import type { SpeechModelEvent, SpeechModelInput, SpeechToSpeech } from '../core/speechToSpeech.ts';
import type { Interruption, Transcript, UserTurn, VadEvent } from '../core/speech.ts';
import type { FunctionCalls, FunctionResults, SpeechEvent, TurnEvent, WordTiming } from '../core/turn.ts';
import type { SessionConfig } from '../session/config/config.ts';
import type { SessionEndReason } from '../session/floor/types.ts';
import type { Metric } from '../core/metric.ts';
import type { TurnModel, TurnVerdict } from '../core/turnModel.ts';
import type { Usage } from '../core/usage.ts';
import type { Background } from '../session/config/background.ts';
import type { SessionRequest } from '../session/recording.ts';
import type { WrittenStt, WrittenTts } from '../session/sessionUpdate.ts';
import type { RuleVersions } from './ruleVersions.ts';

/**
 * The version of the format. A recording is a file of JSON lines: a `Head`, followed by inputs and outputs in order.
 * Readers accept the versions in `READ_FORMATS` and ignore unknown keys.
 */
export const FORMAT = 4;

/** The version of recordings with a speech model. */
export const SPEECH_MODEL_FORMAT = 5;

/**
 * Versions that can be read. Version 1 lacks telephone keys, 1 and 2 lack updates, and 1 to 3 lack verdicts of turn
 * models, and 1 to 4 speech models.
 */
export const READ_FORMATS = [1, 2, 3, 4, 5] as const;

/** The first line: the session's configuration and its ports. */
export interface Head {
  readonly format: (typeof READ_FORMATS)[number];
  /** Version of the library that wrote the recording. */
  readonly antiphon: string;
  /** Versions of the rules that decide about turns. Absent in recordings of earlier versions. */
  readonly rules?: RuleVersions | undefined;
  /** Version of Node that ran the session. */
  readonly node: string;
  readonly session: string;
  /** Name of the agent. Absent if the agent has no name, and in recordings of earlier versions. */
  readonly agent?: string | undefined;
  /** Time of the recording, in ISO 8601 (UTC). */
  readonly recorded_at: string;
  /** The config, with masked keys and without `session_data`. */
  readonly config: Omit<SessionConfig<object>, 'session_data'>;
  readonly ports: {
    readonly vad: { readonly sampleRate: 8000 | 16000; readonly windowSamples: number };
    readonly stt: WrittenStt;
    /** The TTS port. Its `model` is absent if the provider names none, and in recordings of earlier versions. */
    readonly tts: WrittenTts;
    /** The speech model. Absent if the session has none, and in recordings of earlier versions. */
    readonly speechModel?: Omit<SpeechToSpeech, 'converse'> | undefined;
    /** The turn model. Absent if the session has none, and in recordings of earlier versions. */
    readonly turns?: Pick<TurnModel, 'kind' | 'name'> | undefined;
  };
  readonly io: {
    readonly outputSampleRate: number | null;
    /** Length of the agent's audio frames, in ms. Absent in recordings of earlier versions. */
    readonly outputFrameMs?: number | null | undefined;
    /** Lead of the agent's audio, in ms. Absent: 200. */
    readonly outputLeadMs?: number | undefined;
    /** Absent in recordings of earlier versions. */
    readonly reportsStarts?: boolean | undefined;
    /** Absent in recordings of earlier versions: `reported`. */
    readonly heard?: HeardBy | undefined;
    /** Protocol of the line, such as `twilio`. Absent: unknown, or a recording of an earlier version. */
    readonly line?: string | undefined;
    /** The optional streams of the transport. */
    readonly streams: readonly ('textIn' | 'digits' | 'muted' | 'turns' | 'connected')[];
  };
  /** Names of the edges into which an operator was spliced. */
  readonly splices: readonly string[];
  /** Names of the stages that were wrapped or replaced. */
  readonly stages: readonly string[];
  /** True if the user's audio was kept. If not, a replay uses silence of the same length. */
  readonly audio: boolean;
  /** True if the agent's audio was kept. Absent: it was not. */
  readonly agentAudio?: true | undefined;
}

/** A check for missing lines. */
export interface Check {
  /** Number of lines after the head, up to this one. */
  readonly lines: number;
  /** CRC-32 of the times and streams of these lines, in hexadecimal. */
  readonly sum: string;
}

/** An input from outside, on one stream. */
export interface InLine {
  /** Session time in ms since the session was created, with microsecond precision. */
  readonly t: number;
  /** A key of `Incoming`. Streams that open several times are numbered from 0: `llm.0`, `tts.0`, `fn.0` … */
  readonly in: string;
  /** The value; see `Incoming`. */
  readonly v?: unknown;
  /** The stream failed. */
  readonly error?: WrittenError | undefined;
  /** The stream ended. */
  readonly end?: true | undefined;
  /**
   * Present if the line belongs to the step of the last line without `after`. It is the number of values and ends that
   * had gone into its stream before; for a request without `by`, the number of output lines in the step before it.
   */
  readonly after?: number | undefined;
  /** The stream whose handler or function made the request. */
  readonly by?: string | undefined;
  /** True if no promise had settled since the previous line. */
  readonly joined?: true | undefined;
  /** Due time of the earliest timer that had not run yet. */
  readonly due?: number | undefined;
  /** On every 64th line and the last. */
  readonly check?: Check | undefined;
}

/** An output of the session. */
export interface OutLine {
  readonly t: number;
  readonly out: keyof Outgoing;
  readonly v: unknown;
  /** On every 64th line and the last. */
  readonly check?: Check | undefined;
}

/** A gap. Counts the lines that arrived faster than they could be written. */
export interface DroppedLine {
  readonly t: number;
  readonly dropped: number;
  /** On every 64th line and the last. */
  readonly check?: Check | undefined;
}

export type Line = InLine | OutLine | DroppedLine;

/**
 * Inputs by stream. `llm.0`, `llm.1` … are calls of the handler, `tts.N` utterances, `fn.N` executed functions, and
 * `turn.N` questions to the turn model.
 */
export interface Incoming {
  /** A frame of the user's audio. `pcm` holds its samples as 16-bit little-endian base64. */
  readonly audio: { readonly samples: number; readonly rate: number; readonly pcm?: string | undefined };
  readonly typed: { readonly text: string };
  /** A telephone key. */
  readonly digit: Digit;
  readonly muted: boolean;
  readonly turns: TurnCommand;
  readonly connected: boolean;
  readonly report: PlayoutReport;
  /** The speech probability of one window. */
  readonly vad: number;
  readonly stt: WrittenSttEvent;
  /** An event of the speech model. */
  readonly model: WrittenSpeechModelEvent;
  /** A verdict of the turn model. */
  readonly turn: TurnVerdict;
  /** A verdict of the turn model about words that have stopped changing while the user is still heard. */
  readonly standstill: TurnVerdict;
  readonly llm: ChatCompletionChunk;
  readonly tts: WrittenTtsEvent;
  /** A report of a TTS port that keeps a connection warm. */
  readonly warm: WrittenError;
  /** A value that was rejected by the checks on the ports and the transport. */
  readonly found: WrittenError;
  /**
   * The result of a function, as the model receives it, after the reports of one that runs in the background. A value
   * that JSON cannot represent is an error.
   */
  readonly fn: { readonly content: string } | WrittenReport;
  /** The agent's decision about pressed keys: a text of the user, or none. */
  readonly entry: { readonly text?: unknown };
  /** The agent's decision about what to say to a silent user: a text, or none. */
  readonly away: { readonly text?: unknown };
  /** The decision of the `filler` function about what to say while the answer is pending: a text, or none. */
  readonly filler: { readonly text?: unknown };
  /** The check of a call's arguments. They are valid if there are no issues. */
  readonly args: { readonly issues?: readonly WrittenIssue[] | undefined };
  /** The agent's functions, recorded whenever they change. */
  readonly functions: Readonly<Record<string, WrittenFunction>>;
  readonly asked: SessionRequest;
  /** Due timers ran, beginning with the one due at the line's `due`. */
  readonly tick: undefined;
  /** Work that began inside the session by itself, for example a promise in a splice. */
  readonly own: undefined;
}

export type WrittenSttEvent =
  | Extract<SttEvent, { readonly kind: 'interim' | 'final' | 'turn' }>
  | { readonly kind: 'empty'; readonly segment: number }
  | { readonly kind: 'failed'; readonly segment: number; readonly error: WrittenError }
  | { readonly kind: 'report'; readonly segment?: undefined; readonly error: WrittenError }
  | Extract<SttEvent, { readonly kind: 'served' | 'used' }>;

export type WrittenTtsEvent =
  | { readonly kind: 'audio'; readonly samples: number; readonly rate: number }
  | { readonly kind: 'words'; readonly words: readonly WordTiming[] }
  | { readonly kind: 'mark'; readonly chars: number }
  | { readonly kind: 'report'; readonly error: WrittenError }
  | Extract<TtsEvent, { readonly kind: 'served' | 'used' }>;

/** An event of a speech model. Of audio, it has only the length. */
export type WrittenSpeechModelEvent =
  | Exclude<SpeechModelEvent, { readonly kind: 'audio' | 'words_failed' | 'ended' | 'report' }>
  | {
      readonly kind: 'audio';
      readonly turn: number;
      readonly item: string;
      readonly samples: number;
      readonly rate: number;
    }
  | { readonly kind: 'words_failed'; readonly turn: number; readonly error: WrittenError }
  | (Omit<Extract<SpeechModelEvent, { kind: 'ended' }>, 'error'> & { readonly error?: WrittenError | undefined })
  | { readonly kind: 'report'; readonly error: WrittenError };

/** A voice activity event, without its audio. */
export type WrittenVadEvent =
  | Extract<VadEvent, { kind: 'truncated' | 'ended' }>
  | Omit<Extract<VadEvent, { kind: 'started' }>, 'audio'>;

/** A frame of the agent's audio as sent to the client. */
export interface WrittenPlayoutAudio {
  readonly kind: 'audio';
  readonly utterance: string;
  readonly samples: number;
  readonly rate: number;
  /** 16-bit little-endian samples in base64. Absent if the text of the utterance was redacted. */
  readonly pcm?: string | undefined;
}

export interface WrittenFunction {
  readonly description: string;
  readonly json_schema: Record<string, unknown>;
  readonly uninterruptible: boolean;
  /** Absent: false. */
  readonly interruptible?: boolean | undefined;
  readonly timeout: number;
  readonly filler?: string | undefined;
  /** Absent: the model waits for its result. */
  readonly background?: Background | undefined;
}

/** A report of a function that runs in the background. */
export type WrittenReport =
  | { readonly acknowledge: string }
  | { readonly progress: string; readonly say?: string | boolean | undefined };

export interface WrittenIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** An error. `code` and `details` are those of an AntiphonError. */
export interface WrittenError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly details?: object | undefined;
}

/** Outputs by name. `opened` and `left` name streams. */
export interface Outgoing {
  /** One of the nine events, with its message, calls or results. */
  readonly event: { readonly name: string; readonly seq: number; readonly [input: string]: unknown };
  readonly error: WrittenError;
  /** A command to the transport, other than audio. */
  readonly command: Exclude<PlayoutCommand, { kind: 'audio' }>;
  /** A stream was opened: `llm.0`, `tts.0`, `fn.0` … */
  readonly opened: string;
  /** A stream was unsubscribed from before it ended. */
  readonly left: string;
  /** An input of the recogniser, other than audio. */
  readonly stt: { readonly kind: 'start' | 'flush' | 'end'; readonly segment: number };
  /** An input of the speech model, other than audio. */
  readonly model: Exclude<SpeechModelInput, { kind: 'audio' }>;
  /** Edges of the graph, without windows, audio and positions. */
  readonly activity: WrittenVadEvent;
  readonly transcript: Transcript;
  readonly interruption: Interruption;
  readonly userTurn: UserTurn;
  readonly reply: TurnEvent;
  readonly functionCalls: FunctionCalls;
  readonly functionResults: FunctionResults;
  readonly speech: Exclude<SpeechEvent, { kind: 'audio' }>;
  readonly playout: Extract<PlayoutEvent, { kind: 'started' | 'stopped' }> | WrittenPlayoutAudio;
  readonly metrics: Metric;
  /**
   * The session's usage of its providers, without cost. Written before `ended`. Absent in recordings of earlier
   * versions.
   */
  readonly usage: Usage;
  /** The session has ended. This is the last line. */
  readonly ended: SessionEndReason;
}

/** A recording in memory. */
export interface Recording {
  readonly head: Head;
  readonly lines: readonly Line[];
}
