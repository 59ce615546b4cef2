import type { ChunkUsage } from './chunk.ts';

/**
 * The parts of the wait for an answer, in display order. Each instant of the wait belongs to exactly one part.
 *
 * @example
 * ```ts
 * import { METRIC_PARTS, type Metric } from 'antiphon';
 *
 * export const print = ({ parts }: Metric) => METRIC_PARTS.map((part) => `${part} ${parts[part]} ms`).join(', ');
 * ```
 */
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
 * `silence`: from the last voiced sample to the arrival of the audio that ended the segment · `vad`: from there to the
 * end of the segment · `endpointing`: the rest of the delay after which a turn may end · `stt`: the transcript, after
 * that delay · `floor`: the turn had ended, and the agent was busy · `handler`: each call of the handler, to its first
 * chunk · `functions`: from the end of a round with calls to the next call of the handler · `sentence`: from a first
 * chunk to the text sent to TTS · `tts`: from there to the first audio · `held`: audio had arrived and was held back ·
 * `transport`: from the first frame sent to the report that it plays; 0 without such reports.
 */
export type MetricPart = (typeof METRIC_PARTS)[number];

/** The user's wait for one answer, in parts. */
export interface Metric {
  readonly turn: number;
  /** True if the user heard any of the answer. If false, the wait ends when the answer was given up. */
  readonly heard: boolean;
  /**
   * Time from the last voiced sample of the turn, or from when it was typed, to the first sample heard, in whole ms.
   */
  readonly totalMs: number;
  /** In whole ms, each 0 or more; their sum is `totalMs`. */
  readonly parts: Readonly<Record<MetricPart, number>>;
  /** Tokens of all rounds that reported them; null if no round did. */
  readonly usage: ChunkUsage | null;
  /**
   * Time in which functions ran and neither side was audible, from the previous metric to this one, in whole ms. While
   * calls go on in the background, the metric waits for them, at most until the next answer begins. Absent if no
   * function ran.
   */
  readonly functionSilenceMs?: number | undefined;
  /** The effect of `preemptive_generation`. Absent if no answer was requested ahead since the previous turn. */
  readonly preemptive?: PreemptiveMetric | undefined;
}

/** The gain and cost of requesting answers before the commit. */
export interface PreemptiveMetric {
  /** How much earlier the first chunk arrived, in whole ms; 0 if the answer was requested at the commit. */
  readonly gainedMs: number;
  /** Number of answers that were requested and not used. */
  readonly discarded: number;
  /** Number of their chunks that had arrived, which is roughly the number of tokens. */
  readonly discardedChunks: number;
  /** Characters of their text that had arrived. */
  readonly discardedCharacters: number;
  /** Tokens that they reported before being cancelled. Absent if none did. */
  readonly discardedTokens?: ChunkUsage | undefined;
  /** The effect of `preemptive_tts`. Absent if nothing was synthesised ahead. */
  readonly tts?: PreemptiveTtsMetric | undefined;
}

/** The gain and cost of synthesising the first sentences of those answers. */
export interface PreemptiveTtsMetric {
  /** How much earlier the first audio arrived, in whole ms; 0 if it was requested after the commit. */
  readonly gainedMs: number;
  /** Characters that were sent to TTS and not spoken, in UTF-16 code units. */
  readonly discardedCharacters: number;
}
