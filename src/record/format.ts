import type { ChatCompletionChunk } from '../core/chunk.ts';
import type { Digit } from '../core/digit.ts';
import type { TurnCommand } from '../core/ports.ts';
import type { HeardBy, PlayoutCommand, PlayoutEvent, PlayoutReport } from '../core/playout.ts';
import type { SttEvent, TtsEvent } from '../core/ports.ts';
import type { Interruption, Transcript, UserTurn, VadEvent } from '../core/speech.ts';
import type { FunctionCalls, FunctionResults, SpeechEvent, TurnEvent, WordTiming } from '../core/turn.ts';
import type { SessionConfig } from '../session/config.ts';
import type { SessionEndReason } from '../session/floor/types.ts';
import type { Metric } from '../core/metric.ts';
import type { TurnModel, TurnVerdict } from '../core/turnModel.ts';
import type { Usage } from '../core/usage.ts';
import type { SessionRequest } from '../session/recording.ts';
import type { WrittenStt, WrittenTts } from '../session/updates/sessionUpdate.ts';
import type { RuleVersions } from './ruleVersions.ts';

/**
 * The version of the format. A recording is a file of JSON lines: a `Head`, then inputs and outputs in their order. A reader
 * takes the versions of `READ_FORMATS`, and ignores keys that it does not know.
 */
export const FORMAT = 4;

/** Versions that are read: 1 has no keys of telephones, 1 and 2 no updates, 1 to 3 no verdicts of turn models. */
export const READ_FORMATS = [1, 2, 3, 4] as const;

/** The first line: the configuration and the ports of the session. */
export interface Head {
  readonly format: (typeof READ_FORMATS)[number];
  /** Version of the library that wrote it. */
  readonly antiphon: string;
  /** Versions of what decides about turns. Absent in recordings of earlier versions. */
  readonly rules?: RuleVersions | undefined;
  /** Version of Node that ran it. */
  readonly node: string;
  readonly session: string;
  /** Name of the agent. Absent if it has none, and in recordings of earlier versions. */
  readonly agent?: string | undefined;
  /** Time of the recording: ISO 8601, UTC. */
  readonly recorded_at: string;
  /** The config: with masked keys, without `session_data`. */
  readonly config: Omit<SessionConfig<object>, 'session_data'>;
  readonly ports: {
    readonly vad: { readonly sampleRate: 8000 | 16000; readonly windowSamples: number };
    readonly stt: WrittenStt;
    /** Its `model` is absent if the provider names none, and in recordings of earlier versions. */
    readonly tts: WrittenTts;
    /** The turn model. Absent without one, and in recordings of earlier versions. */
    readonly turns?: Pick<TurnModel, 'kind' | 'name'> | undefined;
  };
  readonly io: {
    readonly outputSampleRate: number | null;
    /** In ms. Absent in recordings of earlier versions. */
    readonly outputFrameMs?: number | null | undefined;
    /** In ms. Absent: 200. */
    readonly outputLeadMs?: number | undefined;
    /** Absent in recordings of earlier versions. */
    readonly reportsStarts?: boolean | undefined;
    /** Absent in recordings of earlier versions: `reported`. */
    readonly heard?: HeardBy | undefined;
    /** The optional streams of the transport. */
    readonly streams: readonly ('textIn' | 'digits' | 'muted' | 'turns' | 'connected')[];
  };
  /** Names of the edges with an operator spliced in. */
  readonly splices: readonly string[];
  /** Names of the stages wrapped or replaced. */
  readonly stages: readonly string[];
  /** True if the user's audio is kept. Otherwise a replay has silence of the same length. */
  readonly audio: boolean;
  /** True if the agent's audio is kept. Absent: it is not. */
  readonly agentAudio?: true | undefined;
}

/** A check for missing lines. */
export interface Check {
  /** Number of lines after the head, up to this one. */
  readonly lines: number;
  /** CRC-32 of their times and streams, in hexadecimal. */
  readonly sum: string;
}

/** An input from outside, over one stream. */
export interface InLine {
  /** Session time, in ms to the microsecond, since the session was created. */
  readonly t: number;
  /** A key of `Incoming`; streams that are opened several times are numbered from 0: `llm.0`, `tts.0`, `fn.0` … */
  readonly in: string;
  /** The value: see `Incoming`. */
  readonly v?: unknown;
  /** The stream failed. */
  readonly error?: WrittenError | undefined;
  /** The stream ended. */
  readonly end?: true | undefined;
  /**
   * Present if the line belongs to the step of the last line without `after`: the number of values and ends that had gone into
   * its stream before; for a request without `by`, the number of output lines in the step before it.
   */
  readonly after?: number | undefined;
  /** The stream whose handler or function made the request. */
  readonly by?: string | undefined;
  /** True if no promise had settled since the line before. */
  readonly joined?: true | undefined;
  /** The earliest timer that had not run yet, though it was due. */
  readonly due?: number | undefined;
  /** At every 64th line and the last. */
  readonly check?: Check | undefined;
}

/** An output of the session. */
export interface OutLine {
  readonly t: number;
  readonly out: keyof Outgoing;
  readonly v: unknown;
  /** At every 64th line and the last. */
  readonly check?: Check | undefined;
}

/** A gap: the number of lines that arrived faster than they could be written. */
export interface DroppedLine {
  readonly t: number;
  readonly dropped: number;
  /** At every 64th line and the last. */
  readonly check?: Check | undefined;
}

export type Line = InLine | OutLine | DroppedLine;

/** Inputs by stream; `llm.0`, `llm.1` … are the handler's calls, `tts.N` the utterances, `fn.N` executed functions, `turn.N` questions to the turn model. */
export interface Incoming {
  /** A frame of the user's audio; `pcm`: its samples, 16 bit little endian, in base64. */
  readonly audio: { readonly samples: number; readonly rate: number; readonly pcm?: string | undefined };
  readonly typed: { readonly text: string };
  /** A key of a telephone. */
  readonly digit: Digit;
  readonly muted: boolean;
  readonly turns: TurnCommand;
  readonly connected: boolean;
  readonly report: PlayoutReport;
  /** The probability of one window. */
  readonly vad: number;
  readonly stt: WrittenSttEvent;
  /** A verdict of the turn model. */
  readonly turn: TurnVerdict;
  readonly llm: ChatCompletionChunk;
  readonly tts: WrittenTtsEvent;
  /** A report of a TTS port that is kept warm. */
  readonly warm: WrittenError;
  /** A value that the checks of the ports and of the transport rejected. */
  readonly found: WrittenError;
  /** The result of a function, as the model gets it; a value that JSON cannot hold is an error. */
  readonly fn: { readonly content: string };
  /** What the agent has decided about keys: a text of the user, or none. */
  readonly entry: { readonly text?: unknown };
  /** What the agent has decided to say to a user who gives no sign: a text, or none. */
  readonly away: { readonly text?: unknown };
  /** What the function `filler` has decided to say while the answer is awaited: a text, or none. */
  readonly filler: { readonly text?: unknown };
  /** The check of a call's arguments; without issues they are valid. */
  readonly args: { readonly issues?: readonly WrittenIssue[] | undefined };
  /** The agent's functions, whenever they have changed. */
  readonly functions: Readonly<Record<string, WrittenFunction>>;
  readonly asked: SessionRequest;
  /** Due timers ran, from the line's `due` on. */
  readonly tick: undefined;
  /** Work began inside the session by itself, for example a promise of a splice. */
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

/** An event of voice activity detection, without its audio. */
export type WrittenVadEvent =
  | Extract<VadEvent, { kind: 'truncated' | 'ended' }>
  | Omit<Extract<VadEvent, { kind: 'started' }>, 'audio'>;

/** A frame of the agent's audio as it was sent to the client. */
export interface WrittenPlayoutAudio {
  readonly kind: 'audio';
  readonly utterance: string;
  readonly samples: number;
  readonly rate: number;
  /** 16 bit little endian, in base64. Absent: the text of its utterance was redacted. */
  readonly pcm?: string | undefined;
}

export interface WrittenFunction {
  readonly description: string;
  readonly json_schema: Record<string, unknown>;
  readonly uninterruptible: boolean;
  readonly timeout: number;
  readonly filler?: string | undefined;
}

export interface WrittenIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** `code` and `details` are those of an AntiphonError. */
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
  /** A command to the transport, except audio. */
  readonly command: Exclude<PlayoutCommand, { kind: 'audio' }>;
  /** A stream was opened: `llm.0`, `tts.0`, `fn.0` … */
  readonly opened: string;
  /** A stream was unsubscribed from before its end. */
  readonly left: string;
  /** An input of the recogniser, except audio. */
  readonly stt: { readonly kind: 'start' | 'flush' | 'end'; readonly segment: number };
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
  /** What the session has used of its providers, without money; before `ended`. Absent in recordings of earlier versions. */
  readonly usage: Usage;
  /** The session has ended; the last line. */
  readonly ended: SessionEndReason;
}

/** A recording in memory. */
export interface Recording {
  readonly head: Head;
  readonly lines: readonly Line[];
}
