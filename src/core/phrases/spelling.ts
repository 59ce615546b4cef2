import { UNSPACED_SCRIPTS } from '../text.ts';

/** A letter or digit, how often it is repeated in a row ("mmm": three times), and what may end after it. */
export interface Letter {
  readonly character: string;
  readonly count: number;
  readonly end: LetterEnd;
}

/**
 * `inside`: within a word. `letter`: a phrase may end here, because the script has no spaces between words. `word`: a
 * word ends here.
 */
export type LetterEnd = 'inside' | 'letter' | 'word';

const LETTER = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}\u30FC]`, 'u');

/** Hyphens do not end a word, so that "mm-mm" is not "mm" twice. */
const HYPHEN = /[-‐‑]/u;

/** Apostrophes and invisible characters, which are ignored. */
const IGNORED = /['’‘＇ʼ´`\p{Cf}]/gu;

/**
 * Returns the letters and digits of a text. They are equal for texts that differ only in case, punctuation, spaces,
 * Unicode form or kana.
 */
export function spell(text: string): readonly Letter[] {
  const letters: Letter[] = [];
  let touches = false;
  for (const character of fold(text)) {
    const last = letters.at(-1);
    const isLetter = LETTER.test(character);
    if (isLetter) add(letters, character, touches);
    else if (last !== undefined && !HYPHEN.test(character)) letters[letters.length - 1] = { ...last, end: 'word' };
    touches = isLetter;
  }
  const last = letters.pop();
  return last === undefined ? letters : [...letters, { ...last, end: 'word' }];
}

/** Adds a letter, or counts a repetition. `touches`: the letter directly follows the previous one. */
function add(letters: Letter[], character: string, touches: boolean): void {
  const isUnspaced = UNSPACED.test(character);
  const last = letters.at(-1);
  if (touches && last !== undefined) {
    if (last.character === character && !isUnspaced && !/\p{N}/u.test(character)) {
      letters[letters.length - 1] = { ...last, count: last.count + 1 };
      return;
    }
    if (isUnspaced || UNSPACED.test(last.character)) letters[letters.length - 1] = { ...last, end: 'letter' };
  }
  letters.push({ character, count: 1, end: 'inside' });
}

const KATAKANA = /[\u30A1-\u30F6]/gu;
const KATAKANA_TO_HIRAGANA = 0x60;

function fold(text: string): string {
  const lower = text.replaceAll(IGNORED, '').normalize('NFKC').toLowerCase();
  return lower.replaceAll(KATAKANA, (kana) => String.fromCodePoint(kana.charCodeAt(0) - KATAKANA_TO_HIRAGANA));
}
