import { detailsOf } from '../../src/core/detailsOf.ts';
import type { TranscriptDetails, TranscriptWord } from '../../src/core/speech.ts';
import type { ResultItem } from './results.ts';

export interface JoinOptions {
  /** The text between two words. */
  readonly delimiter: string;
  /** Start of the utterance, in seconds of the connection's audio. */
  readonly fromS: number;
  /** True if the confidences have a meaning: those of partial transcripts have none. */
  readonly isFinal: boolean;
}

/** Joins items into a text and its details. Punctuation marks belong to the word before. */
export function joinItems(
  items: readonly ResultItem[],
  { delimiter, fromS, isFinal }: JoinOptions,
): { readonly text: string; readonly details: TranscriptDetails } {
  const words = joinWords(items);
  const text = words.map(({ text: word, isAttached }) => (isAttached ? word : `${delimiter}${word}`)).join('');
  const speakers = new Set(words.map(({ first }) => first.speaker));
  const details = detailsOf({
    words: words.length === 0 ? undefined : words.map((word) => toTranscriptWord(word, fromS, isFinal)),
    confidence: isFinal ? meanConfidence(words) : undefined,
    speaker: speakers.size === 1 ? (words[0]?.first.speaker ?? undefined) : undefined,
  });
  return { text: text.trim(), details };
}

/** A word with its punctuation marks. */
interface JoinedWord {
  readonly first: ResultItem;
  readonly text: string;
  /** True if no delimiter stands before it. */
  readonly isAttached: boolean;
}

function joinWords(items: readonly ResultItem[]): readonly JoinedWord[] {
  const words: JoinedWord[] = [];
  let previous: ResultItem | undefined;
  for (const item of items) {
    const last = words.at(-1);
    const isAttached = item.attachesToPrevious || previous?.attachesToNext === true;
    if (item.isPunctuation && isAttached && last !== undefined)
      words[words.length - 1] = { ...last, text: `${last.text}${item.text}` };
    else words.push({ first: item, text: item.text, isAttached });
    previous = item;
  }
  return words;
}

function toTranscriptWord({ first, text }: JoinedWord, fromS: number, isFinal: boolean): TranscriptWord {
  const { startS, endS, confidence, speaker } = first;
  return {
    text,
    startMs: (startS - fromS) * 1000,
    endMs: (endS - fromS) * 1000,
    ...(isFinal && confidence !== null && { confidence }),
    ...(speaker !== null && { speaker }),
  };
}

/** Computes the mean of the words' confidences; undefined if a word has none. */
function meanConfidence(words: readonly JoinedWord[]): number | undefined {
  const rated = words.flatMap(({ first }) => (first.confidence === null ? [] : [first.confidence]));
  if (rated.length === 0 || rated.length < words.length) return undefined;
  return rated.reduce((sum, confidence) => sum + confidence, 0) / rated.length;
}
