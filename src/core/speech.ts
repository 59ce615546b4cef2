import type { AudioFrame } from './audio.ts';

/**
 * An event of voice activity detection: for each segment `started`, then `window`s, then `ended`. All times are audio time:
 * ms since the first sample of the session's audio.
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
      /** Prefix padding and the windows that started the segment, at the input's own rate. */
      readonly audio: readonly AudioFrame[];
    }
  | {
      readonly kind: 'window';
      readonly segment: number;
      readonly atMs: number;
      readonly voiced: boolean;
      readonly voicedMs: number;
      readonly lastVoicedMs: number;
      /** The window's audio for STT, at the input's own rate; empty once the segment is truncated. */
      readonly audio: readonly AudioFrame[];
    }
  /** `max_buffered_speech` is reached: the segment continues, its further audio is not transcribed. */
  | { readonly kind: 'truncated'; readonly segment: number; readonly atMs: number }
  | {
      readonly kind: 'ended';
      readonly segment: number;
      readonly atMs: number;
      readonly voicedMs: number;
      readonly lastVoicedMs: number;
      /**
       * The cause: enough silence, no input for a second of scheduler time, a muted microphone, a turn that is over, or a client
       * that commits or clears its input (push to talk). Words of a segment that is cleared are dropped.
       */
      readonly by: 'silence' | 'stall' | 'mute' | 'turn' | 'commit' | 'clear';
    };

/** One word of a transcript. */
export interface TranscriptWord {
  readonly text: string;
  /** In ms from the start of the segment's audio, which begins with its prefix padding. */
  readonly startMs: number;
  readonly endMs: number;
  /** Confidence of the recogniser, from 0 to 1. */
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
  /** Confidence of the recogniser in the text, from 0 to 1. */
  readonly confidence?: number | undefined;
  /** BCP-47 tag of the spoken language, if several are possible. */
  readonly language?: string | undefined;
  /** Label of the speaker, if one speaker said all of it. */
  readonly speaker?: string | undefined;
}

/** Words of one segment. An interim replaces the segment's interim before it, a final adds to the segment's text. */
export interface Transcript extends TranscriptDetails {
  readonly kind: 'interim' | 'final';
  readonly segment: number;
  readonly text: string;
}

/**
 * The end of the wait for a segment's words, emitted exactly once after its end, beside the splices, which cannot drop it.
 * `noise`: the open segment no longer holds the agent back; its further speech counts as a new segment and is settled again.
 */
export interface Settlement {
  readonly kind: 'settled';
  readonly segment: number;
  readonly by: 'final' | 'empty' | 'failed' | 'timeout' | 'noise';
}

/**
 * An early sign about the end of a turn, from a turn model or from a recogniser that knows about turns. It ends no turn. `eager_end`: the
 * user has probably finished with the words so far, so that the answer may be asked for ahead. `resumed`: the user has not.
 */
export interface EagerEnd {
  readonly kind: 'eager_end' | 'resumed';
}

/**
 * What a recogniser has found about the user's turn. `update`: it goes on · `eager_end`: it may be over · `resumed`: it goes on after
 * an `eager_end` · `end`: it is over, or was before, and nothing was said since.
 */
export type RecogniserTurnState = 'update' | 'eager_end' | 'resumed' | 'end';

/** A finding of a recogniser about the turn to which an open segment belongs. */
export interface RecogniserTurn {
  readonly segment: number;
  readonly state: RecogniserTurnState;
  /** Probability that the turn is over, from 0 to 1, if the recogniser has one. */
  readonly confidence?: number | undefined;
  /** End of the audio that it knew, in audio time; undefined: all audio so far. */
  readonly atMs?: number | undefined;
}

/** A turn of the user, committed as one message. */
export interface UserTurn {
  /** Number of the turn: 0, 1, 2 … */
  readonly turn: number;
  readonly text: string;
}

/** The user's speech has reached the thresholds of an interruption while the agent is audible, or is an interrupt phrase. */
export interface Interruption {
  readonly segment: number;
  /** Voiced time that counted, in ms: the longest stretch without a pause; with words, of all segments that add up. */
  readonly voicedMs: number;
  /** Number of words in the segments that add up. Backchannels do not count. */
  readonly words: number;
}
