import { UNSPACED_SCRIPTS } from '../../src/core/text.ts';
import type { SpokenLanguage } from './languages/language.ts';

/** What the line began with: a stop is spoken at the end of a heading, an item and a row. */
export type LineKind = 'text' | 'heading' | 'item' | 'row';

/** What is known of the text before a place. */
export interface Place {
  /** True if only white space lies between it and the line's beginning. */
  readonly lineStart: boolean;
  /** True directly behind the mark of a list's item. */
  readonly itemStart: boolean;
  readonly line: LineKind;
  /** The character before it; empty at the beginning of the text. */
  readonly before: string;
  /** The last character other than white space that is spoken on the line; empty if there is none. */
  readonly sounded: string;
  /** The mark that opened the block of code around it. */
  readonly fence: string | null;
  /** The number of backticks that began the code around it; 0: there is none. */
  readonly code: number;
  /** The number of square brackets that are open. */
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

/** The text that is known, and a place in it. */
export interface Cursor {
  readonly text: string;
  readonly at: number;
  /** The text from the place to the next white space or, for scripts without spaces, character. */
  readonly run: string;
  /** True if no text follows. */
  readonly ended: boolean;
  readonly place: Place;
  readonly words: Words;
}

/** The entries by the first character of what is written, in lower case; longer ones come first. */
export type Dictionary = ReadonlyMap<string, readonly Entry[]>;

export interface Entry {
  readonly written: string;
  readonly spoken: string;
  /** True if the case must be the same: the entry has a capital letter. */
  readonly isExact: boolean;
}

/** What depends on the language and the options. */
export interface Words {
  readonly language: SpokenLanguage | null;
  readonly dictionary: Dictionary;
  /** False if the dictionary alone applies. */
  readonly normalizes: boolean;
}

/** The next characters of the text, and what is spoken for them. */
export interface Match {
  readonly length: number;
  readonly spoken: string;
  /** How the place changes behind them. */
  readonly change?: Partial<Place> | undefined;
}

/** More text is needed to decide. */
export const MORE: unique symbol = Symbol('more');

/** What a rule decides about the text at a cursor; null: it does not apply. */
export type Verdict = Match | typeof MORE | null;

/** The longest stretch that is read ahead, in UTF-16 code units. What is longer is taken as it is written. */
export const REACH = 2048;

export const UNSPACED: RegExp = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

/** Returns whether a character belongs to a word. False for the characters of scripts without spaces, and for none. */
export function isOfWord(character: string): boolean {
  return WORD_CHARACTER.test(character) && !UNSPACED.test(character);
}

/** Returns the character at an offset, with both its halves; empty behind the end. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** Says the characters as they are written. */
export function asWritten(text: string, change?: Partial<Place>): Match {
  return { length: text.length, spoken: text, change };
}

/** Says nothing for so many characters. */
export function silent(length: number, change?: Partial<Place>): Match {
  return { length, spoken: '', change };
}

/**
 * Finds a pattern that begins at the cursor and may reach beyond its run. More text is needed until `isDecided`: text behind it
 * cannot change what is found.
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
