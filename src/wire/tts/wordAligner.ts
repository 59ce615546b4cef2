import { lazy } from '../../core/lazy.ts';
import { UNSPACED_SCRIPTS } from '../../core/text.ts';
import { createTextSegmenter } from '../../core/textSegmenter.ts';
import type { WordTiming } from '../../core/turn.ts';
import type { SpokenWord } from './dialect.ts';
import type { ReadableText } from './heldText.ts';

/** A word of the text. Offsets are in UTF-16 code units. */
interface Written {
  readonly from: number;
  readonly to: number;
  /** Its letters and digits, normalised for comparison. */
  readonly letters: string;
}

/** Number of words of the text searched for a spoken word. */
const LOOKAHEAD = 8;

/** Number of code units read at a time, a few words, while the text grows. */
const WINDOW = 250;

const getSegmenter = lazy(() => createTextSegmenter('word', 'und', WINDOW));

/** Providers time these scripts character by character. */
const UNSPACED: RegExp = new RegExp(`^[${UNSPACED_SCRIPTS}]`, 'u');

/**
 * Finds spoken words in the text by their letters and digits, moving forward only. A word that is timed in parts
 * (characters, syllables) becomes one word. Words spoken differently from how they are written (`seven`, `p`, `m` for
 * `7pm`) become one word with all text between the words that were found.
 */
export class WordAligner {
  /** Offset after the last timed word. */
  #from = 0;
  /** Spoken words that have not been found yet. */
  #pending: SpokenWord[] = [];
  /** Number of letters of the text, from `#from` on, that the pending words cover. */
  #matched = 0;
  #upcoming = new UpcomingWords('');

  /** The offset from which the text is read. */
  get from(): number {
    return this.#from;
  }

  /** Restarts at offset `from` of the text. */
  restart(from: number): void {
    this.#upcoming = new UpcomingWords('');
    this.#advance(from);
  }

  /** Adds a spoken word. Returns the words of `text` whose times are now certain, in order. */
  add(text: ReadableText, word: SpokenWord): readonly WordTiming[] {
    const letters = lettersOf(word.text);
    if (letters === '') return [];
    const written = this.#lookAhead(text);
    if (spelled(written).startsWith(letters, this.#matched)) return this.#goOn(written, word, letters);
    const words = this.#skipTo(written, word, letters);
    if (words === null) this.#pending.push(word);
    return words ?? [];
  }

  /** Ends the text at offset `to`. The pending words cover the rest of it. */
  settle(text: ReadableText, to: number): readonly WordTiming[] {
    if (this.#pending.length === 0) return [];
    const rest = [...writtenFrom(text.slice(this.#from, to), this.#from)];
    return rest.length === 0 ? [] : this.#timed(rest, this.#pending);
  }

  #advance(from: number): void {
    this.#from = from;
    this.#pending = [];
    this.#matched = 0;
  }

  #lookAhead(text: ReadableText): readonly Written[] {
    if (!this.#upcoming.isOf(text)) this.#upcoming = new UpcomingWords(text);
    return this.#upcoming.from(this.#from);
  }

  #goOn(written: readonly Written[], word: SpokenWord, letters: string): readonly WordTiming[] {
    if (this.#matched === 0) this.#pending = [];
    this.#pending.push(word);
    this.#matched += letters.length;
    const words = wordsOf(written, this.#matched);
    return words === null ? [] : this.#timed(words, this.#pending);
  }

  /** Searches further ahead, the more words are pending the further. Returns null if the word is not found. */
  #skipTo(written: readonly Written[], word: SpokenWord, letters: string): readonly WordTiming[] | null {
    const first = this.#matched === 0 ? 1 : 0;
    for (let skipped = first; skipped < Math.min(written.length, this.#pending.length + 2); skipped++) {
      const rest = written.slice(skipped);
      if (!begins(rest, letters)) continue;
      const before = written.slice(0, skipped);
      const timed = before.length > 0 && this.#pending.length > 0 ? this.#timed(before, this.#pending) : [];
      this.#advance(rest[0]?.from ?? this.#from);
      return [...timed, ...this.#goOn(rest, word, letters)];
    }
    return null;
  }

  #timed(words: readonly Written[], spoken: readonly SpokenWord[]): readonly WordTiming[] {
    const [from, to] = [words[0]?.from ?? 0, words.at(-1)?.to ?? 0];
    this.#advance(to);
    return [{ from, to, startMs: spoken[0]?.startMs ?? 0, endMs: spoken.at(-1)?.endMs ?? 0 }];
  }
}

/** Returns the words of a text that begins at offset `from` of the whole text. */
function* writtenFrom(text: string, from: number): Generator<Written> {
  for (const { index, segment, isWordLike } of getSegmenter().segment(text)) {
    const letters = isWordLike === true ? lettersOf(segment) : '';
    if (letters !== '') yield { from: from + index, to: from + index + segment.length, letters };
  }
}

/** The upcoming words of a text. They are read once as long as the text does not grow. */
class UpcomingWords {
  readonly #text: ReadableText;
  readonly #length: number;
  #further: Iterator<Written> | null = null;
  #words: Written[] = [];

  constructor(text: ReadableText) {
    this.#text = text;
    this.#length = text.length;
  }

  isOf(text: ReadableText): boolean {
    return this.#text === text && this.#length === text.length;
  }

  /** Returns up to `LOOKAHEAD` words from an offset on. */
  from(offset: number): readonly Written[] {
    this.#words = this.#words.filter(({ from }) => from >= offset);
    this.#further ??= writtenFrom(this.#text.slice(offset), offset);
    while (this.#words.length < LOOKAHEAD) {
      const { value, done } = this.#further.next();
      if (done === true) break;
      if (value.from >= offset) this.#words.push(value);
    }
    return this.#words;
  }
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

/** Returns the words that consist of the first `letters` letters, or null if that cuts the last word. */
function wordsOf(words: readonly Written[], letters: number): readonly Written[] | null {
  let made = 0;
  for (const [n, word] of words.entries()) {
    made += word.letters.length;
    if (made >= letters) return made === letters ? words.slice(0, n + 1) : null;
  }
  return null;
}

/**
 * Returns whether `words` begin with these letters, as whole words. In an unspaced script, a character may be part of a
 * word.
 */
function begins(words: readonly Written[], letters: string): boolean {
  if (!spelled(words).startsWith(letters)) return false;
  return UNSPACED.test(letters) || wordsOf(words, letters.length) !== null;
}
