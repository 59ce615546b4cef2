/** Holds text as it is generated until it can go over a wire. */
export interface TextBuffer {
  /** What can go now that `text` has come; possibly `''`. */
  push(text: string): string;
  /** What can go although more may come. */
  flush(): string;
  /** All that is left. */
  end(): string;
}

/**
 * For wires that take each message as whole words and want it to end with a space: gives text on up to its last white
 * space, or its last full-width punctuation, and the word under way with `flush` and `end`. Control characters are
 * dropped. More than 200 characters without a boundary are no word, and go as they are.
 */
export function createWordBuffer(): TextBuffer {
  let held = '';
  const giveTo = (end: number): string => {
    const piece = held.slice(0, end);
    held = held.slice(end);
    return withTrailingSpace(piece);
  };
  const flush = (): string => giveTo(held.length);
  const push = (text: string): string => {
    held += text;
    const words = WHOLE.exec(held)?.[0] ?? '';
    return giveTo(words === '' && held.length > LONGEST_WORD ? endOfCharacter(held) : words.length);
  };
  return { push, flush, end: flush };
}

/** As `text`, with a space at its end; `''` where there is nothing to say in it. */
export function withTrailingSpace(text: string): string {
  if (text.trim() === '') return '';
  return text.endsWith(' ') ? text : `${text} `;
}

/** From the first word to the last boundary; white space alone waits for its word. */
const WHOLE = /^\s*\S.*[\s。！？，、；：]/su;
const LONGEST_WORD = 200;

/** A character of two code units is not cut in two. */
function endOfCharacter(text: string): number {
  return /[\uD800-\uDBFF]$/u.test(text) ? text.length - 1 : text.length;
}
