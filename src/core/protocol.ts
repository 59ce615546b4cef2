import type { Digit } from './digit.ts';
import type { ChunkUsage } from './chunk.ts';
import type { FunctionCall, FunctionResult, HistoryMessage } from './message.ts';
import type { Metric } from './metric.ts';
import type { HeardBy } from './playout.ts';
import type { EndReason, ResultPolicy } from './turn.ts';

/** The WebSocket subprotocol between a server and its clients. */
export const PROTOCOL = 'antiphon.v1';

/** Prefix of the session's token, which a client offers as a second subprotocol. */
export const TOKEN_PREFIX = 'antiphon.token.';

/** Sample rates on the wire, in Hz. */
export const WIRE_SAMPLE_RATES = [8000, 16_000, 24_000, 48_000] as const;

/** Lengths of the agent's audio frames on the wire, in ms. */
export const WIRE_FRAME_MS = [20, 40, 60] as const;

/** Audio on the wire: 16-bit PCM, little-endian, mono. */
export interface AudioFormat {
  readonly encoding: 'pcm_s16le';
  readonly sample_rate: (typeof WIRE_SAMPLE_RATES)[number];
}

/** The agent's audio on the wire. */
export interface OutputFormat extends AudioFormat {
  /** Length of the longest binary frame, in ms. Default: 20. */
  readonly frame_ms: (typeof WIRE_FRAME_MS)[number];
}

/** The audio formats of a session. */
export interface AudioFormats {
  /** Format of the user's audio. Default: 16000 Hz. */
  readonly input: AudioFormat;
  /** Format of the agent's audio. Default: 24000 Hz, in frames of 20 ms. */
  readonly output: OutputFormat;
}

/** A message of the server, in a text frame. Ignore unknown types. */
export type ServerMessage = Stamped<ServerMessageBody>;

/**
 * Adds the position in the session: `seq` is 0, 1, 2 … without a gap, `t_ms` the session's time in ms.
 * `session.resumed` and `session.snapshot` do not consume a number: their `seq` is that of the client's last message.
 */
export type Stamped<Body> = Body & { readonly seq: number; readonly t_ms: number };

/** A session's total usage of its providers. */
export interface ClientUsage {
  /** Recognised audio, in seconds to the millisecond. */
  readonly stt_seconds: number;
  /** Characters sent to TTS, and characters that the user heard. */
  readonly tts_characters: number;
  readonly heard_characters: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** Prompt and completion tokens of replies that were not fully used. The other counts include them. */
  readonly wasted_tokens: number;
}

/** The first result of a call that goes on in the background. */
export interface AcknowledgedResult {
  readonly tool_call_id: string;
  readonly content: string;
  /** What follows the final result. */
  readonly policy: ResultPolicy;
}

/** A message of the server without its position in the session. `turn` counts from 0. */
export type ServerMessageBody =
  | {
      readonly type: 'session.started';
      readonly session_id: string;
      readonly audio: AudioFormats;
      /** Allows the client to resume the session once. Absent if the session cannot be resumed. */
      readonly resume_token?: string | undefined;
      /** WebSocket URLs where the client can resume the session if its server dies. Absent if there are none. */
      readonly resume_urls?: readonly string[] | undefined;
      /** How long after losing its connection the session can be resumed. Absent if it cannot be resumed. */
      readonly resume_timeout_ms?: number | undefined;
    }
  /** The first message on a connection that resumes a session. Messages after `last_seq` and unplayed audio follow. */
  | {
      readonly type: 'session.resumed';
      readonly session_id: string;
      readonly audio: AudioFormats;
      /** Allows the client to resume the session once more. */
      readonly resume_token: string;
      /** As in `session.started`. */
      readonly resume_urls?: readonly string[] | undefined;
      /** The number of the last message before this connection. Messages up to it are repeated. */
      readonly latest_seq: number;
      /** Samples of the user's audio that have arrived in the session. */
      readonly received_samples: number;
      /** Messages `input.text` that have arrived in the session. */
      readonly received_texts: number;
    }
  /** Replaces the messages up to its `seq`, some of which are no longer kept. */
  | {
      readonly type: 'session.snapshot';
      /** The latest messages of the conversation, as in `message.added`. */
      readonly messages: readonly HistoryMessage[];
      readonly state: ConversationState;
    }
  /** The server is shutting down. The session ends within `deadline_ms`. */
  | {
      readonly type: 'session.draining';
      readonly deadline_ms: number;
      /**
       * WebSocket URLs where the session can be resumed after the connection is closed with 1001. Absent if there are
       * none.
       */
      readonly resume_urls?: readonly string[] | undefined;
    }
  /** `usage`: the session's usage. Absent from servers of earlier versions. */
  | { readonly type: 'session.ended'; readonly reason: string; readonly usage?: ClientUsage | undefined }
  /** `audio_ms`: position in the user's audio, in ms. */
  | { readonly type: 'user.speech_started' | 'user.speech_stopped'; readonly audio_ms: number }
  /** Replaces the earlier text of the same utterance, until it is final. */
  | { readonly type: 'user.transcript'; readonly utterance_id: string; readonly text: string; readonly final: boolean }
  /** The handler was called. */
  | { readonly type: 'agent.thinking'; readonly turn: number }
  /** The reply was generated completely, or ended before that. */
  | { readonly type: 'agent.thought'; readonly turn: number; readonly reason: EndReason }
  /** The reply is over. Text that the user has not heard by then stays unheard. `reason`: how the whole reply ended. */
  | { readonly type: 'agent.done'; readonly turn: number; readonly reason: EndReason }
  /** The first sample of the utterance was played. */
  | { readonly type: 'agent.speech_started'; readonly utterance_id: string }
  | {
      readonly type: 'agent.text';
      readonly utterance_id: string;
      readonly delta: string;
      /**
       * On the utterance's first text, the number of its first characters that repeat text the user has already heard.
       * Absent if none do.
       */
      readonly repeated_chars?: number | undefined;
    }
  /** The last sample of the utterance was played, or it was cleared. */
  | {
      readonly type: 'agent.speech_stopped';
      readonly utterance_id: string;
      readonly reason: 'complete' | 'cut';
      /** How it was determined what the user heard. Absent from servers of earlier versions. */
      readonly heard?: HeardBy | undefined;
    }
  /** `text`: the heard words, without those that the utterance repeated. */
  | {
      readonly type: 'agent.interrupted';
      readonly utterance_id: string;
      readonly text: string;
      readonly played_samples: number;
      /** How it was determined what the user heard. Absent from servers of earlier versions. */
      readonly heard?: HeardBy | undefined;
    }
  | {
      readonly type: 'message.added';
      readonly message: HistoryMessage;
      /** How it was determined what the user heard of an agent's message. Absent from servers of earlier versions. */
      readonly heard?: HeardBy | undefined;
    }
  | { readonly type: 'function_calls.collected'; readonly function_calls: readonly FunctionCall[] }
  /** These calls go on in the background: the model has a first result, and `function_calls.executed` follows. */
  | { readonly type: 'function_calls.acknowledged'; readonly results: readonly AcknowledgedResult[] }
  /** What a call in the background has done so far. */
  | { readonly type: 'function_calls.progress'; readonly tool_call_id: string; readonly content: string }
  | { readonly type: 'function_calls.executed'; readonly results: readonly FunctionResult[] }
  /** The user's wait for an answer, in parts. */
  | {
      readonly type: 'metrics';
      readonly turn: number;
      /** True if the user heard any of the answer. If false, the wait ends when the answer was given up. */
      readonly heard: boolean;
      /** The sum of the parts. */
      readonly total_ms: number;
      /** Whole ms. */
      readonly parts_ms: Metric['parts'];
      /** Tokens of all rounds that reported them. */
      readonly usage: ChunkUsage | null;
      /** The session's usage so far. Absent from servers of earlier versions. */
      readonly session_usage?: ClientUsage | undefined;
      /** Time in which functions ran and neither side was audible. Absent if none ran. */
      readonly function_silence_ms?: number | undefined;
    }
  /** Binary frames up to its `audio.end` or `clear` are its audio. */
  | {
      readonly type: 'audio.start';
      readonly utterance_id: string;
      readonly sample_rate: number;
      /** The utterance's sample at which they begin, in a resumed session. Default: 0. */
      readonly first_sample?: number | undefined;
    }
  | { readonly type: 'audio.end'; readonly utterance_id: string; readonly samples: number }
  /** Drop the unplayed audio and answer `playback.cleared`. */
  | { readonly type: 'clear'; readonly utterance_id: string; readonly clear_id: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string; readonly fatal: boolean }
  | { readonly type: 'pong'; readonly t: number };

/** The state of the user and of the agent. */
export interface ConversationState {
  readonly user: 'silent' | 'speaking' | 'endpointing';
  readonly agent: 'idle' | 'thinking' | 'speaking' | 'executing_functions' | 'interrupted';
}

/** A message of a client, in a text frame; its binary frames are the user's audio. Unknown types are ignored. */
export type ClientMessage =
  | ResumeMessage
  | PlaybackMessage
  | {
      readonly type: 'playback.cleared';
      readonly utterance_id: string;
      readonly clear_id: number;
      readonly played_samples: number;
    }
  /** Typed text, 1 to 8192 characters. Counts as a final transcript. */
  | { readonly type: 'input.text'; readonly text: string }
  /** A telephone key: 0 to 9, *, #, A to D. */
  | { readonly type: 'input.digit'; readonly digit: Digit }
  /** Ends the user's turn in push to talk, or drops everything said since the last turn. */
  | { readonly type: 'input.commit' | 'input.clear' }
  | { readonly type: 'input.mute' | 'input.unmute' | 'agent.interrupt' | 'session.end' }
  /** Answered by a `pong` with the same `t`. */
  | { readonly type: 'ping'; readonly t: number };

/** The first message of a client that resumes a session. */
export interface ResumeMessage {
  readonly type: 'session.resume';
  /** The number of the last message that the client has; -1 if it has none. */
  readonly last_seq: number;
  /** The utterance that the client played last, and the samples of it that it has played. Absent if unknown. */
  readonly utterance_id?: string | undefined;
  readonly played_samples?: number | undefined;
}

/** `played_samples`: the samples of this utterance played so far, at the rate of its `audio.start`. */
export interface PlaybackMessage {
  readonly type: 'playback.started' | 'playback.position' | 'playback.finished';
  readonly utterance_id: string;
  readonly played_samples: number;
  /** Delay from a played sample to the user's ear, in ms. Default 0. */
  readonly output_latency_ms?: number | undefined;
}

/**
 * Close codes of the socket, with their meanings.
 *
 * @example
 * ```ts
 * import { CLOSE_CODES } from 'antiphon/server';
 *
 * console.log(CLOSE_CODES[4408]); // 'timeout: the client no longer answers'
 * ```
 */
export const CLOSE_CODES = {
  1000: 'the session has ended',
  1001: 'the server is shutting down: another server continues the session',
  1009: 'a message is larger than 64 KiB',
  1011: 'the server failed',
  1012: 'the server is shutting down: start another session',
  4400: 'protocol_error: the client sent an invalid message',
  4401: 'token: missing, wrong, expired, already used, or for another session',
  4403: 'origin: this page may not connect',
  4404: 'session: not found',
  4408: 'timeout: the client no longer answers',
  4409: 'already connected',
  4413: 'slow_consumer: the client reads too slowly',
  4429: 'input_rate: the client sends too much',
  4500: 'handler_failed: the agent failed',
  4502: 'provider_failed: a speech provider failed',
} as const;

/** A close code of the socket. */
export type CloseCode = keyof typeof CLOSE_CODES;
