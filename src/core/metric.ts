import type { ChunkUsage } from './chunk.ts';

/**
 * What the wait for an answer is made of, in the order in which the parts are shown. Together they are the whole wait: at
 * each instant of it exactly one of them is waited for.
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
 * `silence`: from the last voiced sample until the audio had come that ended the segment · `vad`: until the VAD had ended it
 * · `endpointing`: the rest of the delay after which a turn may end · `stt`: the words, beyond that · `floor`: the turn was
 * over, and the agent still had to finish something else · `handler`: calls of the handler, each to its first chunk ·
 * `functions`: from the end of a round with calls to the next call of the handler · `sentence`: from a first chunk to the
 * text handed to TTS · `tts`: from there to the first audio · `held`: audio was there, or had been, and did not leave ·
 * `transport`: from the first frame that left until the client said that it plays; 0 where it does not say.
 */
export type MetricPart = (typeof METRIC_PARTS)[number];

/** How long the user waited for one answer, and of what that time was made. */
export interface Metric {
  readonly turn: number;
  /** Whether anything of the answer was heard. If not, the wait is that until the answer was given up. */
  readonly heard: boolean;
  /** From the last voiced sample of the turn, or from when it was typed, to the first sample heard, in whole ms. */
  readonly totalMs: number;
  /** In whole ms, all of them, 0 or more; their sum is `totalMs`. */
  readonly parts: Readonly<Record<MetricPart, number>>;
  /** Tokens of all rounds that told theirs; null if none did. */
  readonly usage: ChunkUsage | null;
}
