import { UNSPACED_SCRIPTS } from '../../core/text.ts';

/** Where a word of a text is over. Offsets in UTF-16 code units. */
export interface WordEnd {
  /** First after its last letter: where its sound ends. */
  readonly to: number;
  /** First after what is written on to it (a comma, a closing quote): where a cut behind the word goes. */
  readonly cutAt: number;
}

const segmenter: Intl.Segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** White space parts words, and so do a dash or dots between two of them. */
const SEPARATOR: RegExp = /[\s—…]/u;

const UNSPACED: RegExp = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');

/** What may be written on to a word's end: no space, no letter, no digit, and nothing that opens what follows. */
const ATTACHED: RegExp = /[^\s\p{L}\p{N}\p{Ps}\p{Pi}]*/uy;

/**
 * The words of a text, in order. A word is what a listener would not hear cut: `12:30`, `well-known` and `example.com`
 * are one each, while scripts without spaces are taken apart by `Intl.Segmenter`.
 */
export function findWordEnds(text: string): readonly WordEnd[] {
  const ends: number[] = [];
  let before = '';
  for (const { index, segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike !== true) continue;
    const gap = text.slice(ends.at(-1) ?? 0, index);
    if (ends.length > 0 && !SEPARATOR.test(gap) && !UNSPACED.test(before) && !UNSPACED.test(segment)) ends.pop();
    ends.push(index + segment.length);
    before = segment;
  }
  return ends.map((to) => ({ to, cutAt: to + attachedTo(text, to) }));
}

/** How far around a position the words of a long text are read. */
const REACH = 2000;

/** Where the last word ends that is over at `position`, and whether it is the last one of the text. */
export function findLastWordEnd(
  text: string,
  position: number,
): { readonly last: WordEnd | undefined; readonly isFinal: boolean } {
  const near = lastWordEndBetween(text, position, spaceBefore(text, position - REACH));
  return near.last === undefined ? lastWordEndBetween(text, position, 0) : near;
}

function lastWordEndBetween(text: string, position: number, from: number): ReturnType<typeof findLastWordEnd> {
  const until = spaceAfter(text, position + REACH);
  const ends = findWordEnds(text.slice(from, until));
  const last = ends.findLast(({ to }) => from + to <= position);
  const isFinal = last !== undefined && last === ends.at(-1) && !WORD.test(text.slice(until));
  return { last: last && { to: from + last.to, cutAt: from + last.cutAt }, isFinal };
}

const WORD: RegExp = /[\p{L}\p{N}]/u;

/** A place to cut at or before `at`: white space, within a short distance. */
function spaceBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  const start = Math.max(0, at - REACH);
  const space = text.slice(start, at).search(/\s\S*$/u);
  return space < 0 ? at : start + space;
}

function spaceAfter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.slice(at, at + REACH).search(/\s/u);
  return space < 0 ? at : at + space;
}

function attachedTo(text: string, to: number): number {
  ATTACHED.lastIndex = to;
  return ATTACHED.exec(text)?.[0].length ?? 0;
}
