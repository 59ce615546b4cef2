import type { AudioFrame } from './audio.ts';

/**
 * What voice activity detection says, in order: `started`, then `window`s, then `ended`, once per segment.
 * All times are audio time: ms counted in samples since the session's first one.
 */
export type VadEvent =
  | {
      readonly kind: 'started';
      /** 0, 1, 2 … in the order of starting. */
      readonly segment: number;
      /** End of the window at which the start was decided. */
      readonly atMs: number;
      /** Sum of the voiced windows so far; pauses do not count. */
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
      /** What this window adds for STT, at the input's own rate; empty once the segment is truncated. */
      readonly audio: readonly AudioFrame[];
    }
  /** `max_buffered_speech` is reached: the segment goes on, its further audio is not transcribed. */
  | { readonly kind: 'truncated'; readonly segment: number; readonly atMs: number }
  | {
      readonly kind: 'ended';
      readonly segment: number;
      readonly atMs: number;
      readonly voicedMs: number;
      readonly lastVoicedMs: number;
      /** Silence was long enough, the input stopped for a second of scheduler time, or it was muted. */
      readonly by: 'silence' | 'stall' | 'mute';
    };

/** One word of a transcript. */
export interface TranscriptWord {
  readonly text: string;
  /** In ms from the start of the segment's audio, which begins with its prefix padding. */
  readonly startMs: number;
  readonly endMs: number;
  /** How sure the recogniser is, from 0 to 1. */
  readonly confidence?: number | undefined;
  /** BCP-47 tag, where the recogniser tells words of several languages apart. */
  readonly language?: string | undefined;
  /** Label of the speaker, where the recogniser tells several apart. */
  readonly speaker?: string | undefined;
}

/** Details of a transcript. Each is there only where the recogniser gives it. */
export interface TranscriptDetails {
  /** All words of the text, in order, with their times. */
  readonly words?: readonly TranscriptWord[] | undefined;
  /** How sure the recogniser is of the text, from 0 to 1. */
  readonly confidence?: number | undefined;
  /** BCP-47 tag of the language that was heard, if several may be spoken. */
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
 * What becomes of a segment's words is known. It happens exactly once for a segment after its end, and flows beside the
 * splices: who drops a transcript cannot hang a turn. `noise`: the segment is still open, yet it no longer holds the
 * agent back; what follows in it is treated as a further segment, which is settled in its turn.
 */
export interface Settlement {
  readonly kind: 'settled';
  readonly segment: number;
  readonly by: 'final' | 'empty' | 'failed' | 'timeout' | 'noise';
}

/** What the user said, committed as one message. */
export interface UserTurn {
  /** 0, 1, 2 … in the order of commitment. */
  readonly turn: number;
  readonly text: string;
}

/** The user asks for the floor: the thresholds are met while the agent is audible. */
export interface Interruption {
  readonly segment: number;
  /** Voiced time of its longest stretch without a pause, in ms. */
  readonly voicedMs: number;
  /** Words of all segments spoken over this speech of the agent. */
  readonly words: number;
}
