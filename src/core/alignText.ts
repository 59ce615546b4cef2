import { UNSPACED_SCRIPTS } from './text.ts';
import { normaliseWord } from './words.ts';

/** The rests of two texts after their common beginning. */
export interface Alignment {
  /** The known words that the text does not contain. Empty if the text goes beyond them. */
  readonly missing: string;
  /** The words of the text beyond the known ones. */
  readonly beyond: string;
}

/**
 * Aligns a text with known words that it repeats or revises: "Book a table for two." goes beyond "book a table" by "for
 * two.". Compares words without case and punctuation, with "two" as "2". If more than half of the words would have to
 * change, all of the text counts as new.
 */
export function alignText(known: string, text: string): Alignment {
  const [before, after] = [wordsOf(known), wordsOf(text)];
  const repeated = findRepeated(before.map(formOf), after.map(formOf));
  if (repeated === null) return { missing: known, beyond: text.trim() };
  return { missing: textFrom(known, before, repeated.known), beyond: textFrom(text, after, repeated.text) };
}

interface Word {
  readonly text: string;
  readonly from: number;
}

/** A word, or a character in scripts without spaces. */
const WORD = new RegExp(`[${UNSPACED_SCRIPTS}]\\p{M}*|(?:(?![${UNSPACED_SCRIPTS}])[\\p{L}\\p{M}\\p{N}'’])+`, 'gu');

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ text: word, from: index }));
}

function formOf({ text }: Word): string {
  return normaliseWord(text);
}

function textFrom(text: string, words: readonly Word[], at: number): string {
  return text.slice(words[at]?.from ?? text.length).trim();
}

/** The numbers of words after which the repeated part ends in the two texts. */
interface Repeated {
  readonly known: number;
  readonly text: number;
}

/**
 * Finds the part of the known words that the text begins with, up to the end of either: the one that needs the fewest
 * changes.
 */
function findRepeated(known: readonly string[], text: readonly string[]): Repeated | null {
  let best = { known: 0, text: 0, changes: Number.POSITIVE_INFINITY };
  let changes = Array.from({ length: Math.min(text.length, 2 * known.length) + 1 }, (_, n) => n);
  for (const [at, word] of known.entries()) {
    changes = changesWith(word, text, changes);
    const isLast = at === known.length - 1;
    for (const [n, count] of changes.entries()) {
      if (n === 0 || (!isLast && n !== text.length)) continue;
      const isBetter = count < best.changes || (count === best.changes && best.known === at + 1);
      if (isBetter) best = { known: at + 1, text: n, changes: count };
    }
  }
  return best.changes <= best.text / 2 ? best : null;
}

/**
 * Returns, for each n, the fewest changes that turn known words ending with `word`, from any start, into the first n
 * words of the text.
 */
function changesWith(word: string, text: readonly string[], before: readonly number[]): number[] {
  const changes = [0];
  for (let n = 1; n < before.length; n++) {
    const revised = (before[n - 1] ?? 0) + Number(text[n - 1] !== word);
    changes.push(Math.min(revised, (before[n] ?? 0) + 1, (changes[n - 1] ?? 0) + 1));
  }
  return changes;
}
