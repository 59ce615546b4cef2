import type { ChatCompletionChunk } from '../../../core/chunk.ts';
import type { Timed } from '../fromTimes.ts';
import type { RecordedAnswer } from './answers.ts';
import { median } from './utterances.ts';

/** The pace of answers that are not in the recording, as medians in ms. */
export interface AnswerPace {
  /** Time from the call to the first chunk. */
  readonly firstMs: number;
  /** Time from each chunk to the next. */
  readonly nextMs: number;
}

export function answerPaceOf(answers: readonly RecordedAnswer[]): AnswerPace {
  const times = answers.map(({ chunks }) => chunks.map(({ atMs }) => atMs));
  const gaps = times.flatMap((all) => all.slice(1).map((atMs, n) => atMs - (all[n] ?? atMs)));
  return { firstMs: median(times.flatMap((all) => all.slice(0, 1))) ?? 0, nextMs: median(gaps) ?? 0 };
}

/** Assigns times to chunks, relative to the call. */
export function atPace(
  chunks: readonly ChatCompletionChunk[],
  { firstMs, nextMs }: AnswerPace,
): readonly (Timed & { readonly chunk: ChatCompletionChunk })[] {
  return chunks.map((chunk, n) => ({ atMs: firstMs + n * nextMs, chunk }));
}
