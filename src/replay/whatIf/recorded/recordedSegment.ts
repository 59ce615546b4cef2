import type { Word } from './words.ts';

/** A segment with its transcripts. Windows are counted from 0, words over the whole recording. */
export interface RecordedSegment {
  readonly segment: number;
  /** Its first voiced window, and the window at which it ended. */
  readonly from: number;
  readonly to: number;
  /** False if the recording ended within it. */
  readonly ended: boolean;
  readonly firstWord: number;
  readonly afterWords: number;
  /** The transcripts before its end, in order. */
  readonly transcripts: readonly RecordedTranscript[];
  /** The answer to its end, or null. */
  readonly answer: SegmentAnswer | null;
  readonly late: readonly Delivery[];
  /** The delay of each flush's answer, in ms. */
  readonly flushesMs: readonly number[];
}

export interface RecordedTranscript {
  readonly atMs: number;
  readonly kind: 'interim' | 'final';
  /** The texts, word by word. */
  readonly texts: readonly string[];
  /** Index of its first word in the recording. */
  readonly firstWord: number;
}

/** A final: the recorded words up to a given word, and its delay after the end of their segment. */
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
