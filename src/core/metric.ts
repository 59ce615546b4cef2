import type { ChunkUsage } from './chunk.ts';

/** The parts of the wait for an answer, in the order in which they are shown. Each instant of the wait is in exactly one part. */
export const METRIC_PARTS = [
  'silence',
  'vad',
  'endpointing',
  'stt',
  'floor',
  'handler',
  'functions',
  'sentence',
  'tts',
  'held',
  'transport',
] as const;

/**
 * `silence`: from the last voiced sample to the arrival of the audio that ended the segment · `vad`: from there to the end of
 * the segment · `endpointing`: the rest of the delay after which a turn may end · `stt`: the transcript, after that delay ·
 * `floor`: the turn had ended, and the agent was busy · `handler`: each call of the handler, to its first chunk · `functions`:
 * from the end of a round with calls to the next call of the handler · `sentence`: from a first chunk to the text sent to TTS ·
 * `tts`: from there to the first audio · `held`: audio had arrived and was held back · `transport`: from the first frame sent
 * to the report that it plays; 0 without such reports.
 */
export type MetricPart = (typeof METRIC_PARTS)[number];

/** The user's wait for one answer, in parts. */
export interface Metric {
  readonly turn: number;
  /** True if any of the answer was heard. If false, the wait ends when the answer was given up. */
  readonly heard: boolean;
  /** From the last voiced sample of the turn, or from when it was typed, to the first sample heard, in whole ms. */
  readonly totalMs: number;
  /** In whole ms, each 0 or more; their sum is `totalMs`. */
  readonly parts: Readonly<Record<MetricPart, number>>;
  /** Tokens of all rounds that reported them; null if none did. */
  readonly usage: ChunkUsage | null;
  /** What asking ahead has brought (`preemptive_generation`). Absent if nothing was asked for ahead since the turn before. */
  readonly preemptive?: PreemptiveMetric | undefined;
}

/** What asking for answers before the commit has gained and cost. */
export interface PreemptiveMetric {
  /** By how much earlier the first chunk came, in whole ms; 0: the answer was asked for at the commit. */
  readonly gainedMs: number;
  /** Number of answers that were asked for and not used. */
  readonly discarded: number;
  /** Number of their chunks that had come: about as many tokens. */
  readonly discardedChunks: number;
  /** Characters of their text that had come. */
  readonly discardedCharacters: number;
  /** Tokens of those that reported them before they were cancelled. Absent if none did. */
  readonly discardedTokens?: ChunkUsage | undefined;
  /** What synthesising ahead has brought (`preemptive_tts`). Absent if nothing was synthesised ahead. */
  readonly tts?: PreemptiveTtsMetric | undefined;
}

/** What synthesising the first sentences of those answers has gained and cost. */
export interface PreemptiveTtsMetric {
  /** By how much earlier the first audio came, in whole ms; 0: it was asked for after the commit. */
  readonly gainedMs: number;
  /** Characters that were sent to TTS and not spoken: UTF-16 code units. */
  readonly discardedCharacters: number;
}
