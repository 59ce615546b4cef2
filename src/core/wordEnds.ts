import { lazy } from './lazy.ts';
import { UNSPACED_SCRIPTS } from './text.ts';
import { createTextSegmenter } from './textSegmenter.ts';

/** The end of a word in a text. Offsets in UTF-16 code units. */
export interface WordEnd {
  /** The first offset after its last letter: the end of its sound. */
  readonly to: number;
  /**
   * The first offset after attached characters (a comma, a closing quote): a text that ends with the word is cut here.
   */
  readonly cutAt: number;
}

const getSegmenter = lazy(() => createTextSegmenter('word', 'und'));

/** Separators of words: white space, a dash or dots. */
const SEPARATOR: RegExp = /[\s—…]/u;

const UNSPACED: RegExp = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');

/** Characters attached to a word's end: anything but white space, letters, digits, and opening brackets and quotes. */
const ATTACHED: RegExp = /[^\s\p{L}\p{N}\p{Ps}\p{Pi}]*/uy;

/**
 * Finds the words of a text, in order. `12:30`, `well-known` and `example.com` are one word each. `Intl.Segmenter`
 * divides scripts without spaces.
 */
export function findWordEnds(text: string): readonly WordEnd[] {
  const ends: number[] = [];
  let before = '';
  for (const { index, segment, isWordLike } of getSegmenter().segment(text)) {
    if (isWordLike !== true) continue;
    const gap = text.slice(ends.at(-1) ?? 0, index);
    if (ends.length > 0 && !SEPARATOR.test(gap) && !UNSPACED.test(before) && !UNSPACED.test(segment)) ends.pop();
    ends.push(index + segment.length);
    before = segment;
  }
  return ends.map((to) => ({ to, cutAt: to + countAttached(text, to) }));
}

/** Number of characters that are read around a position in a long text. */
const REACH = 2000;

/** Finds the last word that ends at or before `position`; `isFinal` if it is the last one of the text. */
export function findLastWordEnd(
  text: string,
  position: number,
): { readonly last: WordEnd | undefined; readonly isFinal: boolean } {
  const near = lastWordEndBetween(text, position, findSpaceBefore(text, position - REACH));
  return near.last === undefined ? lastWordEndBetween(text, position, 0) : near;
}

function lastWordEndBetween(text: string, position: number, from: number): ReturnType<typeof findLastWordEnd> {
  const until = findSpaceAfter(text, position + REACH);
  const ends = findWordEnds(text.slice(from, until));
  const last = ends.findLast(({ to }) => from + to <= position);
  const isFinal = last !== undefined && last === ends.at(-1) && !WORD.test(text.slice(until));
  return { last: last && { to: from + last.to, cutAt: from + last.cutAt }, isFinal };
}

const WORD: RegExp = /[\p{L}\p{N}]/u;

/** Finds white space near `at`, at or before it. */
function findSpaceBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  const start = Math.max(0, at - REACH);
  const space = text.slice(start, at).search(/\s\S*$/u);
  return space < 0 ? at : start + space;
}

function findSpaceAfter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.slice(at, at + REACH).search(/\s/u);
  return space < 0 ? at : at + space;
}

function countAttached(text: string, to: number): number {
  ATTACHED.lastIndex = to;
  return ATTACHED.exec(text)?.[0].length ?? 0;
}
