import { createTextSegmenter } from '../../../core/textSegmenter.ts';

/** A word of the user, including the characters up to the next word. */
export interface Word {
  readonly text: string;
  /** The window, counted from 0, that contains its last sound. */
  readonly window: number;
  /** Its recorded segment. Words of different segments are joined with a space. */
  readonly segment: number;
}

/** The number of a segment's words that were known at a window. */
export interface WordBound {
  readonly window: number;
  /** The number of words in the segment. */
  readonly words: number;
}

/** Splits a text at the start of each word. */
export function wordsOf(text: string): readonly string[] {
  const starts = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ index }) => index);
  const edges = [0, ...starts.slice(1), text.length];
  return text.trim() === '' ? [] : edges.slice(1).map((end, n) => text.slice(edges[n], end));
}

/**
 * Distributes a segment's words over its voiced windows by length, none later than the window at which it was known.
 */
export function spreadWords(
  texts: readonly string[],
  voiced: readonly number[],
  segment: number,
  bounds: readonly WordBound[],
): readonly Word[] {
  const total = texts.join('').length;
  let chars = 0;
  return texts.map((text, n) => {
    chars += text.length;
    const at = Math.max(0, Math.ceil((chars / total) * voiced.length) - 1);
    const latest = Math.min(...bounds.filter(({ words }) => words > n).map(({ window }) => window));
    return { text, segment, window: Math.min(voiced[at] ?? 0, latest) };
  });
}

/** Counts the words up to and including a window. */
export function wordsUpTo(words: readonly Word[], window: number): number {
  const beyond = words.findIndex((word) => word.window > window);
  return beyond === -1 ? words.length : beyond;
}

/** Joins the text of consecutive words. */
export function textOfWords(words: readonly Word[]): string {
  let text = '';
  for (const [n, word] of words.entries()) {
    const joins = n > 0 && word.segment !== words[n - 1]?.segment && !/\s$/u.test(text);
    text += (joins ? ' ' : '') + word.text;
  }
  return text.trim();
}

const segmenter = createTextSegmenter('word');
