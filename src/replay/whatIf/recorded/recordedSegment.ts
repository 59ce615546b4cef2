import type { Word } from './words.ts';

/** A segment with its transcripts. Windows are counted from 0; words, over the whole recording. */
export interface RecordedSegment {
  readonly segment: number;
  /** Its first voiced window, and the one at which it ended. */
  readonly from: number;
  readonly to: number;
  /** False: the recording ended within it. */
  readonly ended: boolean;
  readonly firstWord: number;
  readonly afterWords: number;
  /** Transcripts before the end, in order. */
  readonly transcripts: readonly RecordedTranscript[];
  /** The answer to the end; null: none. */
  readonly answer: SegmentAnswer | null;
  readonly late: readonly Delivery[];
  /** From each flush to its answer, in ms. */
  readonly flushesMs: readonly number[];
}

export interface RecordedTranscript {
  readonly atMs: number;
  readonly kind: 'interim' | 'final';
  /** Word by word. */
  readonly texts: readonly string[];
  /** Index of its first word in the recording. */
  readonly firstWord: number;
}

/** A final: the recorded words up to one, so long after the end of their segment. */
export interface Delivery {
  readonly afterMs: number;
  readonly upTo: number;
}

export type SegmentAnswer =
  | (Delivery & { readonly kind: 'final' | 'empty' })
  | (Delivery & { readonly kind: 'failed'; readonly error: unknown });

export interface TranscribedSpeech {
  readonly segments: readonly RecordedSegment[];
  readonly words: readonly Word[];
}
