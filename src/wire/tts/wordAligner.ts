import type { WordTiming } from '../../core/turn.ts';
import type { SpokenWord } from './dialect.ts';

/** A word of the text; offsets in UTF-16 code units. */
interface Written {
  readonly from: number;
  readonly to: number;
  /** Its letters and digits, as they are compared. */
  readonly letters: string;
}

/** How many words of the text are looked at for a spoken one. */
const LOOKAHEAD = 8;

const segmenter: Intl.Segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Scripts that put no space between words: providers time them by the character. */
const UNSPACED: RegExp =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Finds the words that were spoken in the text that was given, forward only, by their letters and digits. What is spoken
 * in parts (characters, syllables) becomes one word; what is spoken otherwise than written (`seven`, `p`, `m` for `7pm`)
 * becomes one with all that stands between the words that were found.
 */
export class WordAligner {
  /** Where the first word of the text is looked for that has no time yet. */
  #from = 0;
  /** Spoken, and not found yet. */
  #heard: readonly SpokenWord[] = [];
  /** How many letters of the text from `from` on were found in `heard`. */
  #matched = 0;

  /** What follows is spoken from offset `from` of the text on. */
  restart(from: number): void {
    this.#settled(from);
  }

  /** The words of `text` whose times are certain with `word`, in order. */
  add(text: string, word: SpokenWord): readonly WordTiming[] {
    const letters = lettersOf(word.text);
    if (letters === '') return [];
    const written = take(writtenFrom(text, this.#from), LOOKAHEAD);
    if (spelled(written).startsWith(letters, this.#matched)) return this.#goOn(written, word, letters);
    return this.#skipTo(written, word, letters) ?? this.#keep(word);
  }

  /** All speech of the text up to offset `to` has come: what was not found was what is left of it. */
  settle(text: string, to: number): readonly WordTiming[] {
    const rest = [...writtenFrom(text.slice(0, to), this.#from)];
    if (rest.length === 0 || this.#heard.length === 0) return [];
    return this.#timed(rest, this.#heard);
  }

  #goOn(written: readonly Written[], word: SpokenWord, letters: string): readonly WordTiming[] {
    this.#heard = this.#matched === 0 ? [word] : [...this.#heard, word];
    this.#matched += letters.length;
    const words = wordsOf(written, this.#matched);
    return words === null ? [] : this.#timed(words, this.#heard);
  }

  /** Looks for the word further on, the farther the more was spoken that was not found; null: it is not there. */
  #skipTo(written: readonly Written[], word: SpokenWord, letters: string): readonly WordTiming[] | null {
    const first = this.#matched === 0 ? 1 : 0;
    for (let skipped = first; skipped < Math.min(written.length, this.#heard.length + 2); skipped++) {
      const rest = written.slice(skipped);
      if (!begins(rest, letters)) continue;
      const before = written.slice(0, skipped);
      const timed = before.length > 0 && this.#heard.length > 0 ? this.#timed(before, this.#heard) : [];
      this.#settled(rest[0]?.from ?? this.#from);
      return [...timed, ...this.#goOn(rest, word, letters)];
    }
    return null;
  }

  #keep(word: SpokenWord): readonly WordTiming[] {
    this.#heard = [...this.#heard, word];
    return [];
  }

  #timed(words: readonly Written[], heard: readonly SpokenWord[]): readonly WordTiming[] {
    const [from, to] = [words[0]?.from ?? 0, words.at(-1)?.to ?? 0];
    this.#settled(to);
    return [{ from, to, startMs: heard[0]?.startMs ?? 0, endMs: heard.at(-1)?.endMs ?? 0 }];
  }

  #settled(from: number): void {
    this.#from = from;
    this.#heard = [];
    this.#matched = 0;
  }
}

function* writtenFrom(text: string, from: number): Generator<Written> {
  for (const { index, segment, isWordLike } of segmenter.segment(text.slice(from))) {
    const letters = isWordLike === true ? lettersOf(segment) : '';
    if (letters !== '') yield { from: from + index, to: from + index + segment.length, letters };
  }
}

function take(words: Iterable<Written>, most: number): readonly Written[] {
  const taken: Written[] = [];
  for (const word of words) {
    taken.push(word);
    if (taken.length === most) break;
  }
  return taken;
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function spelled(words: readonly Written[]): string {
  return words.map(({ letters }) => letters).join('');
}

/** The words that so many letters make up; null where a word is not whole. */
function wordsOf(words: readonly Written[], letters: number): readonly Written[] | null {
  let made = 0;
  for (const [n, word] of words.entries()) {
    made += word.letters.length;
    if (made >= letters) return made === letters ? words.slice(0, n + 1) : null;
  }
  return null;
}

/** Whether `words` begin with these letters, as whole words; a character of an unspaced script may be a part of one. */
function begins(words: readonly Written[], letters: string): boolean {
  if (!spelled(words).startsWith(letters)) return false;
  return UNSPACED.test(letters) || wordsOf(words, letters.length) !== null;
}
