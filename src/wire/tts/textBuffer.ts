/** Holds text as it is generated until it may be sent. */
export interface TextBuffer {
  /** Adds `text`, and takes what may be sent now; possibly `''`. */
  push(text: string): string;
  /** Takes what may be sent although more may come. */
  flush(): string;
  /** Takes all that is left. */
  end(): string;
}

/** Returns how much of the held text may be sent, in UTF-16 code units. */
export type FindEnd = (held: string) => number;

/** Creates a buffer that gives its text on up to `findEnd`, on a flush up to `findFlushEnd`, each time ending with a space. */
export function createTextBuffer(findEnd: FindEnd, findFlushEnd: FindEnd = (held) => held.length): TextBuffer {
  let held = '';
  const takeTo = (end: number): string => {
    const text = held.slice(0, end);
    held = held.slice(end);
    if (text.trim() === '') return '';
    return text.endsWith(' ') ? text : `${text} `;
  };
  return {
    push: (text) => {
      held += text;
      return takeTo(findEnd(held));
    },
    flush: () => takeTo(findFlushEnd(held)),
    end: () => takeTo(held.length),
  };
}

/**
 * Creates a buffer for wires that take each message as whole words: gives text on up to its last white space, or its last
 * full-width punctuation, and the word under way with `flush` and `end`. More than 200 characters without a boundary are no
 * word, and are given on as they are.
 */
export function createWordBuffer(): TextBuffer {
  return createTextBuffer(findWordsEnd);
}

/** Finds the end of the whole words of a text; of a longer text without a boundary, the end of its last whole character. */
export function findWordsEnd(held: string): number {
  const words = WHOLE_WORDS.exec(held)?.[0] ?? '';
  return words === '' && held.length > MAX_WORD_LENGTH ? findCharacterEnd(held) : words.length;
}

/** From the first word to the last boundary; white space alone waits for its word. */
const WHOLE_WORDS = /^\s*\S.*[\s。！？，、；：]/su;
const MAX_WORD_LENGTH = 200;

/** A character of two code units is not cut in two. */
function findCharacterEnd(text: string): number {
  return /[\uD800-\uDBFF]$/u.test(text) ? text.length - 1 : text.length;
}
