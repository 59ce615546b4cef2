const OTHER_SPACE = /[^\S ]/;
/** Characters that UAX #29 never joins to a preceding space, in any language. It does join a skin tone. */
const BEGINS_WORD = /[!-~\u00c0-\u00ff\u0410-\u044f\uac00-\ud7a3\ud83d\ud83e]|\ud83c(?![\udffb-\udfff])/y;

/**
 * Finds the last offset where a word begins after a space and `mayCut` allows a cut, without a segmenter, which would
 * take several times as long. Returns undefined if there is none, and `unclear` if only a segmenter can decide.
 */
export function findLastSpacedWord(text: string, mayCut: (at: number) => boolean): number | 'unclear' | undefined {
  if (OTHER_SPACE.test(text)) return 'unclear';
  for (let at = text.lastIndexOf(' ', text.length - 2) + 1; at > 0; at = lastSpaceBefore(text, at - 1) + 1) {
    if (text.charAt(at) === ' ') continue;
    BEGINS_WORD.lastIndex = at;
    if (!BEGINS_WORD.test(text)) return 'unclear';
    if (mayCut(at)) return at;
  }
  return undefined;
}

function lastSpaceBefore(text: string, at: number): number {
  return at === 0 ? -1 : text.lastIndexOf(' ', at - 1);
}
