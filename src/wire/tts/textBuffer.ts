/** Holds generated text until it may be sent. */
export interface TextBuffer {
  /** Adds `text` and returns the text that may be sent now, possibly `''`. */
  push(text: string): string;
  /** Returns the text that may be sent even though more may follow. */
  flush(): string;
  /** Returns all remaining text. */
  end(): string;
}

/** Returns how much of the held text may be sent, in UTF-16 code units. */
export type FindEnd = (held: string) => number;

/**
 * Creates a buffer that passes on its text up to `findEnd`, or on a flush up to `findFlushEnd`, each time ending with a
 * space.
 */
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
 * Creates a buffer for wires that treat each message as whole words. Passes on text up to its last white space or
 * full-width punctuation, and the unfinished word on `flush` and `end`. More than 200 characters without a boundary are
 * not a word and are passed on unchanged.
 */
export function createWordBuffer(): TextBuffer {
  return createTextBuffer(findWordsEnd);
}

/**
 * Finds the end of a text's whole words or, in a longer text without a boundary, the end of its last whole character.
 */
export function findWordsEnd(held: string): number {
  const words = WHOLE_WORDS.exec(held)?.[0] ?? '';
  return words === '' && held.length > MAX_WORD_LENGTH ? findCharacterEnd(held) : words.length;
}

/** From the first word to the last boundary. White space alone waits for its word. */
const WHOLE_WORDS = /^\s*\S.*[\s。！？，、；：]/su;
const MAX_WORD_LENGTH = 200;

/** Finds the end of the last whole character, so that a character of two code units is never split. */
function findCharacterEnd(text: string): number {
  return /[\uD800-\uDBFF]$/u.test(text) ? text.length - 1 : text.length;
}
