import { UNSPACED_SCRIPTS } from '../../src/core/text.ts';
import type { SpokenLanguage } from '../../src/core/languages/spokenLanguage.ts';

/** The kind of line. A full stop is added at the end of a heading, an item or a row. */
export type LineKind = 'text' | 'heading' | 'item' | 'row';

/** The context that the text before a position provides. */
export interface Place {
  /** True if only white space precedes it on the line. */
  readonly lineStart: boolean;
  /** True directly after a list marker. */
  readonly itemStart: boolean;
  readonly line: LineKind;
  /** The character before it; empty at the beginning of the text. */
  readonly before: string;
  /** The last spoken character on the line that is not white space; empty if there is none. */
  readonly sounded: string;
  /** The fence that opened the surrounding code block. */
  readonly fence: string | null;
  /** The number of backticks that opened the surrounding code span; 0 outside code. */
  readonly code: number;
  /** The number of open square brackets. */
  readonly brackets: number;
}

export const START: Place = {
  lineStart: true,
  itemStart: false,
  line: 'text',
  before: '',
  sounded: '',
  fence: null,
  code: 0,
  brackets: 0,
};

/** The text known so far, and a position in it. */
export interface Cursor {
  readonly text: string;
  readonly at: number;
  /** The text from the position to the next white space or, in scripts without spaces, the next character. */
  readonly run: string;
  /** True if no text follows. */
  readonly ended: boolean;
  readonly place: Place;
  readonly words: Words;
}

/** Entries by the lower-case first character of their written form; longer ones come first. */
export type Dictionary = ReadonlyMap<string, readonly Entry[]>;

export interface Entry {
  readonly written: string;
  readonly spoken: string;
  /** True if the entry has a capital letter, so that the case must match. */
  readonly isExact: boolean;
}

/** The tables that depend on the language and the options. */
export interface Words {
  readonly language: SpokenLanguage | null;
  readonly dictionary: Dictionary;
  /** False if the dictionary alone applies. */
  readonly normalizes: boolean;
}

/** The next characters of the text, with their spoken form. */
export interface Match {
  readonly length: number;
  readonly spoken: string;
  /** How the context changes after them. */
  readonly change?: Partial<Place> | undefined;
}

/** Signals that more text is needed to decide. */
export const MORE: unique symbol = Symbol('more');

/** The result of a rule at a cursor; null if the rule does not apply. */
export type Verdict = Match | typeof MORE | null;

/** The longest text that is read ahead, in UTF-16 code units. Anything longer is spoken as written. */
export const REACH = 2048;

export const UNSPACED: RegExp = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

/**
 * Returns whether a character belongs to a word. False for an empty string, and for characters of scripts without
 * spaces.
 */
export function isOfWord(character: string): boolean {
  return WORD_CHARACTER.test(character) && !UNSPACED.test(character);
}

/** Returns the whole character at an offset, including both surrogates; empty past the end. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** Matches characters that are spoken as written. */
export function asWritten(text: string, change?: Partial<Place>): Match {
  return { length: text.length, spoken: text, change };
}

/** Matches `length` characters that are not spoken. */
export function silent(length: number, change?: Partial<Place>): Match {
  return { length, spoken: '', change };
}

/**
 * Matches a pattern that starts at the cursor and may extend beyond the run. Returns `MORE` until `isDecided`, that is,
 * until later text cannot change the match.
 */
export function readAhead(
  { text, at, ended }: Cursor,
  pattern: RegExp,
  isDecided: (rest: string) => boolean,
  reach: number = REACH,
): RegExpExecArray | typeof MORE | null {
  const rest = text.slice(at, at + reach);
  if (!ended && text.length - at < reach && !isDecided(rest)) return MORE;
  return pattern.exec(rest);
}
