import type { TranscriptDetails, TranscriptWord } from '../../src/core/speech.ts';
import { detailsOf } from '../../src/core/detailsOf.ts';
import type { ListenResult, ListenWord } from './results.ts';

/** Creates the details of some or all of a result's words, timed from `fromS`, in seconds. */
export function createDetails(result: ListenResult, words: readonly ListenWord[], fromS: number): TranscriptDetails {
  const isWhole = words.length === result.words.length;
  const speakers = new Set(words.map(({ speaker }) => speaker));
  const confidence = isWhole ? result.confidence : meanConfidence(words);
  return detailsOf({
    words: words.length === 0 ? undefined : words.map((word) => toTranscriptWord(word, fromS)),
    confidence: confidence ?? undefined,
    language: result.language ?? undefined,
    speaker: speakers.size === 1 ? (words[0]?.speaker ?? undefined) : undefined,
  });
}

function toTranscriptWord(
  { text, start, end, confidence, language, speaker }: ListenWord,
  fromS: number,
): TranscriptWord {
  return {
    text,
    startMs: (start - fromS) * 1000,
    endMs: (end - fromS) * 1000,
    ...(confidence === null ? {} : { confidence }),
    ...(language === null ? {} : { language }),
    ...(speaker === null ? {} : { speaker }),
  };
}

/** Computes the mean of the words' confidences; null if a word has none. */
export function meanConfidence(words: readonly ListenWord[]): number | null {
  const all = words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  if (all.length === 0 || all.length < words.length) return null;
  return all.reduce((sum, confidence) => sum + confidence, 0) / all.length;
}
