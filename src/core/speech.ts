import type { AudioFrame } from './audio.ts';

/**
 * An event of voice activity detection: for each segment `started`, then `window`s, then `ended`. All times are audio
 * time: ms since the first sample of the session's audio.
 */
export type VadEvent =
  | {
      readonly kind: 'started';
      /** Number of the segment: 0, 1, 2 … */
      readonly segment: number;
      /** End of the window at which the start was decided. */
      readonly atMs: number;
      /** Sum of the voiced windows so far, without pauses. */
      readonly voicedMs: number;
      /** End of the last voiced window. */
      readonly lastVoicedMs: number;
      /** The prefix padding and the windows that started the segment, at the input's rate. */
      readonly audio: readonly AudioFrame[];
    }
  | {
      readonly kind: 'window';
      readonly segment: number;
      readonly atMs: number;
      readonly voiced: boolean;
      readonly voicedMs: number;
      readonly lastVoicedMs: number;
      /** The window's audio for STT, at the input's rate; empty once the segment is truncated. */
      readonly audio: readonly AudioFrame[];
    }
  /** The segment has reached `max_buffered_speech`. It continues, but its further audio is not transcribed. */
  | { readonly kind: 'truncated'; readonly segment: number; readonly atMs: number }
  | {
      readonly kind: 'ended';
      readonly segment: number;
      readonly atMs: number;
      readonly voicedMs: number;
      readonly lastVoicedMs: number;
      /**
       * The cause: enough silence, no input for a second of scheduler time, a muted microphone, the end of the turn, or
       * a client that commits or clears its input (push to talk). The words of a cleared segment are dropped.
       */
      readonly by: 'silence' | 'stall' | 'mute' | 'turn' | 'commit' | 'clear';
    };

/** One word of a transcript. */
export interface TranscriptWord {
  readonly text: string;
  /** In ms from the start of the segment's audio, including its prefix padding. */
  readonly startMs: number;
  readonly endMs: number;
  /** The recogniser's confidence, from 0 to 1. */
  readonly confidence?: number | undefined;
  /** BCP-47 tag, if the recogniser distinguishes languages. */
  readonly language?: string | undefined;
  /** Label of the speaker, if the recogniser distinguishes speakers. */
  readonly speaker?: string | undefined;
}

/** Details of a transcript. Absent if the recogniser does not provide them. */
export interface TranscriptDetails {
  /** All words of the text, in order, with their times. */
  readonly words?: readonly TranscriptWord[] | undefined;
  /** The recogniser's confidence in the text, from 0 to 1. */
  readonly confidence?: number | undefined;
  /** BCP-47 tag of the spoken language, if several are possible. */
  readonly language?: string | undefined;
  /** Label of the speaker, if a single speaker said all of it. */
  readonly speaker?: string | undefined;
}

/**
 * Words of one segment. An interim replaces the segment's previous interim; a final is appended to the segment's text.
 */
export interface Transcript extends TranscriptDetails {
  readonly kind: 'interim' | 'final';
  readonly segment: number;
  readonly text: string;
}

/**
 * The end of the wait for a segment's words, emitted exactly once after the segment's end. It bypasses the splices, so
 * they cannot drop it. `noise`: the open segment no longer holds the agent back; further speech in it counts as a new
 * segment and is settled again. `audio`: a speech model has heard the segment, which has words that are not known yet. They
 * follow as its final, or it is settled once more.
 */
export interface Settlement {
  readonly kind: 'settled';
  readonly segment: number;
  readonly by: 'final' | 'empty' | 'failed' | 'timeout' | 'noise' | 'audio';
}

/**
 * An early sign about the end of a turn, from a turn model or a recogniser that detects turns. It does not end the
 * turn. `eager_end`: the user has probably finished with the words so far, so the answer may be requested ahead.
 * `resumed`: the user has not finished.
 */
export interface EagerEnd {
  readonly kind: 'eager_end' | 'resumed';
}

/**
 * The state of the user's turn according to a recogniser. `update`: it continues · `eager_end`: it may be over ·
 * `resumed`: it continues after an `eager_end` · `end`: it is over, or was over before and nothing has been said since.
 */
export type RecogniserTurnState = 'update' | 'eager_end' | 'resumed' | 'end';

/** A recogniser's finding about the turn of an open segment. */
export interface RecogniserTurn {
  readonly segment: number;
  readonly state: RecogniserTurnState;
  /** Probability that the turn is over, from 0 to 1, if the recogniser provides one. */
  readonly confidence?: number | undefined;
  /** End of the audio on which the finding is based, in audio time; undefined: all audio so far. */
  readonly atMs?: number | undefined;
}

/**
 * What a reply without words of the user is asked for.
 *
 * @example
 * ```ts
 * import type { ReplyRequest } from 'antiphon';
 *
 * export const greeting: ReplyRequest = { instructions: 'Greet the caller by name.', allow_interruptions: false };
 * ```
 */
export interface ReplyRequest {
  /**
   * A system message at the end of `messages`, for this reply alone: it is not in the history. From 1 to 1,000,000
   * characters. @default none
   */
  readonly instructions?: string | undefined;
  /**
   * Words for the user: they become a user message, as if typed, when the reply begins. From 1 to 100,000 characters.
   * @default none
   */
  readonly text?: string | undefined;
  /** The `tool_choice` in the input of the handler, for the first round of the reply. @default none */
  readonly tool_choice?: ToolChoice | undefined;
  /** Whether the user can interrupt this reply. @default `allow_interruptions` of the config */
  readonly allow_interruptions?: boolean | undefined;
}

/** Which functions the model may call, in the form of a chat completion client. */
export type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly type: 'function'; readonly function: { readonly name: string } };

/** A turn of the user, committed as one message. */
export interface UserTurn {
  /** Number of the turn: 0, 1, 2 … */
  readonly turn: number;
  readonly text: string;
  /** What `respond()` has asked of the reply. Default: nothing. */
  readonly request?: ReplyRequest | undefined;
  /** True if another agent continues the turn, behind the calls of the first one. Default: false. */
  readonly handedOver?: true | undefined;
  /** True if the model gets no functions for the reply. Default: false. */
  readonly withoutFunctions?: true | undefined;
  /** The parts of the turn that a speech model receives. Absent in a session without a speech model. */
  readonly input?: TurnInput | undefined;
}

/** The parts of a turn for a speech model. */
export interface TurnInput {
  /** The segments whose audio is part of the turn. */
  readonly segments: readonly number[];
  /** The text that was typed; `''`: none. */
  readonly typed: string;
  /** True if words that were spoken are not known yet. */
  readonly owesWords: boolean;
}

/**
 * An interruption: while the agent is audible, the user's speech has reached the thresholds or is an interrupt phrase.
 */
export interface Interruption {
  readonly segment: number;
  /**
   * Voiced time that counted, in ms: the longest stretch without a pause or, with words, the total over the segments
   * that add up.
   */
  readonly voicedMs: number;
  /** Number of words in the segments that add up. Backchannels do not count. */
  readonly words: number;
}

/**
 * Longest time between a segment's last new word and its audio limit for which it still counts as continuing speech, in
 * ms.
 */
export const TALK_MS = 5000;
