import { sum } from '../../src/core/sum.ts';
import type { TurnLanguage } from '../../src/core/languages/turnLanguage.ts';

/** The dictated digits and letters at the end of a text. */
export interface Dictation {
  /** Number of pieces: words of digits, groups of digits, or single letters. */
  readonly pieces: number;
  /** Number of pieces that are a single digit or letter. */
  readonly singles: number;
  /** Number of digits in them. */
  readonly digits: number;
  /** The letters in the pieces, joined. */
  readonly letters: string;
  /** The only piece, if it is written as digits ("555"); otherwise empty. */
  readonly figures: string;
  /** The words before the dictation. */
  readonly before: readonly string[];
}

/** Finds the dictation at the end of a text. "Double five" and "twenty five" are one piece each. */
export function findDictation(tokens: readonly string[], language: TurnLanguage): Dictation {
  const pieces: Piece[] = [];
  let from = tokens.length;
  for (let piece = readPiece(tokens, from, language); piece !== undefined; piece = readPiece(tokens, from, language)) {
    pieces.unshift(piece);
    from -= piece.tokens;
  }
  return {
    pieces: pieces.length,
    singles: sum(pieces.map(({ singles }) => singles)),
    digits: sum(pieces.map(({ digits }) => digits)),
    letters: pieces.map(({ letters }) => letters).join(''),
    figures: pieces.length === 1 && /^\d+$/u.test(tokens[from] ?? '') ? (tokens[from] ?? '') : '',
    before: tokens.slice(0, from),
  };
}

/** The beginning of a telephone number at the end of a transcript: `+1 (555)` or `(555)`; null if there is neither. */
export type Telephone = 'international' | 'area code' | null;

const INTERNATIONAL = /\+\s?\(?\d[\d\s().-]*$/u;
const AREA_CODE = /\(\d{2,5}\)[\s.]*$/u;

export function findTelephone(text: string): Telephone {
  const end = text.slice(-TELEPHONE_CHARS);
  if (INTERNATIONAL.test(end)) return 'international';
  return AREA_CODE.test(end) ? 'area code' : null;
}

/** The longest telephone number, including spaces and brackets. */
const TELEPHONE_CHARS = 40;

/** A piece of a dictation. */
interface Piece {
  readonly tokens: number;
  readonly singles: number;
  readonly digits: number;
  readonly letters: string;
}

/** Reads the piece that ends before `end`; undefined if there is none. */
function readPiece(tokens: readonly string[], end: number, language: TurnLanguage): Piece | undefined {
  const [front = '', token = ''] = [tokens[end - 2], tokens[end - 1]];
  const digits = countDigits(token, language);
  const times = language.repeats[front] ?? 1;
  const length = times === 1 ? 1 : 2;
  if (digits === 1 && language.tens.includes(front)) return { tokens: 2, singles: 0, digits: 2, letters: '' };
  if (digits > 0) return { tokens: length, singles: digits === 1 ? times : 0, digits: digits * times, letters: '' };
  if (!/^\p{L}$/u.test(token)) return undefined;
  return { tokens: length, singles: times, digits: 0, letters: token.repeat(times) };
}

function countDigits(token: string, { digits, teens, tens }: TurnLanguage): number {
  if (/^\p{N}+$/u.test(token)) return token.length;
  if (digits.some((names) => names.includes(token))) return 1;
  return teens.includes(token) || tens.includes(token) ? 2 : 0;
}

/** Returns how many digits the agent has asked for; undefined if it has not. */
export function askedDigits(agent: string, language: TurnLanguage): number | undefined {
  const found = language.askedDigits.exec(agent)?.slice(1).find(Boolean)?.toLowerCase();
  if (found === undefined) return undefined;
  if (/^\d{1,2}$/u.test(found)) return Number(found);
  const value = language.digits.findIndex((names) => names.includes(found));
  return value > 0 ? value : undefined;
}
