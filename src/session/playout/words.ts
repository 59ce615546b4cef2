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

/** Scripts that put no space between words. */
const UNSPACED: RegExp =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** What may be written on to a word's end: no space, no letter, no digit, and nothing that opens what follows. */
const ATTACHED: RegExp = /[^\s\p{L}\p{N}\p{Ps}\p{Pi}]*/uy;

/**
 * The words of a text, in order. A word is what a listener would not hear cut: `12:30`, `well-known` and `example.com`
 * are one each, while scripts without spaces are taken apart by `Intl.Segmenter`.
 */
export function wordEnds(text: string): readonly WordEnd[] {
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

function attachedTo(text: string, to: number): number {
  ATTACHED.lastIndex = to;
  return ATTACHED.exec(text)?.[0].length ?? 0;
}
