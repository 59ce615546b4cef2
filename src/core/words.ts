import { lazy } from './lazy.ts';
import { toDigits } from './languages/numberWords.ts';
import { createTextSegmenter } from './textSegmenter.ts';

/** A word of a text. Offsets in UTF-16 code units. */
export interface TextWord {
  /** The form used to compare words. */
  readonly form: string;
  readonly from: number;
  readonly to: number;
}

const getSegmenter = lazy(() => createTextSegmenter('word'));

/** Finds the words of a text in order with `Intl.Segmenter`, including in languages without spaces. */
export function findWords(text: string): readonly TextWord[] {
  const words: TextWord[] = [];
  for (const { segment, index, isWordLike } of getSegmenter().segment(text))
    if (isWordLike === true) words.push({ form: normaliseWord(segment), from: index, to: index + segment.length });
  return words;
}

/** Returns the form used to compare words: lower case, with "two" as "2". */
export function normaliseWord(word: string): string {
  return toDigits(word.normalize('NFKC').toLowerCase().replaceAll('’', "'"));
}
