import { lazy } from './lazy.ts';
import { createTextSegmenter } from './textSegmenter.ts';

/** Joins the parts that are not blank, with one space between. */
export function joinText(...parts: readonly string[]): string {
  let text = '';
  for (const part of parts) {
    const trimmed = part.trim();
    if (trimmed !== '') text = text === '' ? trimmed : `${text} ${trimmed}`;
  }
  return text;
}

/** Scripts that put no space between words, as a part of a character class in a regular expression with the flag `u`. */
export const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

const getSegmenter = lazy(() => createTextSegmenter('word'));

/** Counts the words of `text` by `Intl.Segmenter`, also in languages without spaces. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of getSegmenter().segment(text)) if (isWordLike === true) count += 1;
  return count;
}
