import { lazy } from './lazy.ts';
import { createTextSegmenter } from './textSegmenter.ts';

/**
 * Joins the parts that are not blank, with one space between them, or none where both sides are in a script without
 * spaces.
 */
export function joinText(...parts: readonly string[]): string {
  let text = '';
  for (const part of parts) {
    const trimmed = part.trim();
    if (trimmed !== '') text = text === '' ? trimmed : text + seamOf(text, trimmed) + trimmed;
  }
  return text;
}

/** The longest character, including combining marks, that is examined. */
const MARKED = 4;
/** The start of the first of these scripts, Thai. */
const FIRST_UNSPACED = 0x0e00;

function seamOf(before: string, after: string): string {
  if (after.charCodeAt(0) < FIRST_UNSPACED || before.charCodeAt(before.length - 1) < FIRST_UNSPACED) return ' ';
  return getUnspacedEnd().test(before.slice(-MARKED)) && getUnspacedStart().test(after) ? '' : ' ';
}

/** Scripts without spaces between words, as part of a character class in a regular expression with the flag `u`. */
export const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

/** CJK punctuation, full width or not, which includes its own spacing. */
const UNSPACED_MARKS = '\\u3001-\\u303f\\uff01-\\uff60';
const getUnspacedStart = lazy(() => new RegExp(`^[${UNSPACED_SCRIPTS}${UNSPACED_MARKS}]`, 'u'));
const getUnspacedEnd = lazy(() => new RegExp(`[${UNSPACED_SCRIPTS}${UNSPACED_MARKS}]\\p{M}*$`, 'u'));

const getSegmenter = lazy(() => createTextSegmenter('word'));

/** Counts the words of `text` with `Intl.Segmenter`, including in languages without spaces. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of getSegmenter().segment(text)) if (isWordLike === true) count += 1;
  return count;
}

const SYLLABLES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Counts the beats of `text`: words, or syllables in Chinese and Japanese. */
export function countBeats(text: string): number {
  return (text.match(SYLLABLES)?.length ?? 0) + countWords(text.replaceAll(SYLLABLES, ' '));
}
