/** Characters that can end a sentence in some language (in Greek, a semicolon). Most deltas have none. */
const MARK = /[\p{Sentence_Terminal}.;\u037E\u0F0D-\u0F11\u0F14\u2024\uFE52\uFF0E\n\r\u0085\u2028\u2029]/gu;
/**
 * All characters except common ones that are not marks. A search without the flag `u` is ten times as fast, and with
 * more than 16 ranges V8 calls a function for each character.
 */
const UNCOMMON =
  /[^\udc00-\ufe0f ,'"A-Za-z0-9\u00c0-\u037d\u037f-\u0588\u200c-\u200d\u3001\u3003-\ua4fe\uac00-\ud7ff\ud83c-\ud83e\uff0c]/g;

const IDEOGRAPHS_AND_KANA = '\\u4e00-\\u9fa5\\u3041-\\u3096\\u30a1-\\u30fa';
/**
 * Ends that UAX #29 treats alike in every language and that later text cannot change. A full stop needs a capital after
 * it: a small letter would join the sentences, and after a digit the deciding letter comes later.
 */
const PLAIN_END = new RegExp(
  [
    `\\.["'”’)]* +(?=[A-Z${IDEOGRAPHS_AND_KANA}])`,
    `[!?]["'”’)]* +(?=[A-Za-z0-9${IDEOGRAPHS_AND_KANA}])`,
    `[。！？][」』”]*(?=[A-Za-z0-9${IDEOGRAPHS_AND_KANA}])`,
    '\\r?\\n\\s*(?=[A-Za-z0-9])',
    // The Tibetan shad, which UAX #29 does not cover.
    '[\\u0f0d-\\u0f11\\u0f14][\\u0f0d-\\u0f11\\u0f14\\s]*(?=\\S)',
  ].join('|'),
  'y',
);
/** A mark at the end of the text, where it is unknown whether the sentence ends. */
const OPEN_END = /(?:[.!?]["'”’)]* *|[。！？][」』”]*|[\u0f0d-\u0f11\u0f14][\u0f0d-\u0f11\u0f14\s]*)$/y;

/** Returns whether `text` has a character that can end a sentence. */
export function mayEnd(text: string): boolean {
  return findMark(text, 0) !== undefined;
}

function findMark(text: string, from: number): number | undefined {
  UNCOMMON.lastIndex = from;
  if (!UNCOMMON.test(text)) return undefined;
  MARK.lastIndex = UNCOMMON.lastIndex - 1;
  return MARK.test(text) ? MARK.lastIndex - 1 : undefined;
}

/**
 * Finds the first sentence end without a segmenter, which would take several times as long. Most ends are a mark, a
 * space and a capital. Returns undefined if there is none, and `unclear` if only a segmenter can decide.
 */
export function findPlainEnd(
  text: string,
  mayCut: (at: number) => boolean,
): { readonly at: number; readonly certain: true } | 'unclear' | undefined {
  for (let from = 0; ; ) {
    const mark = findMark(text, from);
    if (mark === undefined) return undefined;
    OPEN_END.lastIndex = mark;
    if (OPEN_END.test(text)) return undefined;
    PLAIN_END.lastIndex = mark;
    if (!PLAIN_END.test(text)) return 'unclear';
    from = PLAIN_END.lastIndex;
    if (mayCut(from)) return { at: from, certain: true };
  }
}
