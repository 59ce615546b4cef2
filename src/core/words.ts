import { lazy } from './lazy.ts';
import { createTextSegmenter } from './textSegmenter.ts';
import { WRITINGS } from './languages/writings.ts';

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

/** The digits of each word for a number. A recogniser may write the word in an interim and the digits in the final. */
const digits: ReadonlyMap<string, string> = new Map(
  Object.values(WRITINGS).flatMap((writing) =>
    (writing?.numbers.split(' ') ?? []).map((word, value) => [word, String(value)] as const),
  ),
);

/** Returns the digits for a lower-case number word of any supported language, and any other word unchanged. */
function toDigits(word: string): string {
  return digits.get(word) ?? word;
}
