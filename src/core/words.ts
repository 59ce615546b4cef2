import { lazy } from './lazy.ts';
import { toDigits } from './numberWords.ts';
import { createTextSegmenter } from './textSegmenter.ts';

/** A word of a text. Offsets in UTF-16 code units. */
export interface TextWord {
  /** The form in which words compare. */
  readonly form: string;
  readonly from: number;
  readonly to: number;
}

const getSegmenter = lazy(() => createTextSegmenter('word'));

/** Finds the words of a text by `Intl.Segmenter`, in order, also in languages without spaces. */
export function findWords(text: string): readonly TextWord[] {
  const words: TextWord[] = [];
  for (const { segment, index, isWordLike } of getSegmenter().segment(text))
    if (isWordLike === true) words.push({ form: normaliseWord(segment), from: index, to: index + segment.length });
  return words;
}

/** Returns the form in which words compare: without case, and "two" is "2". */
export function normaliseWord(word: string): string {
  return toDigits(word.normalize('NFKC').toLowerCase().replaceAll('’', "'"));
}
