import type { SpokenSpan } from '../../src/core/spokenText.ts';
import { isHighSurrogate } from '../../src/core/splitText.ts';
import { sayAddress } from './addresses.ts';
import { sayBlock, sayBreak, sayCellEnd, sayCodeLine, sayTask } from './blocks.ts';
import {
  asWritten,
  characterAt,
  MORE,
  REACH,
  START,
  UNSPACED,
  type Cursor,
  type Match,
  type Place,
  type Verdict,
  type Words,
} from './cursor.ts';
import { sayEntry } from './dictionary.ts';
import { sayCode, sayMark } from './inline.ts';
import { sayDigits, sayNumber } from './numbers.ts';

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const RUN_END =
  /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const WORD = /^[\p{L}\p{M}\p{N}'’]+/u;

/**
 * Converts a growing text to its spoken form, span by span. Apart from `flush`, the result depends only on the text,
 * not on how it was split into deltas.
 */
export class TextNormalizer {
  readonly #words: Words;
  /** The text; everything from `#at` on is still undecided. */
  #text = '';
  #at = 0;
  #place: Place = START;
  /** The end of the run at `#at`, or the offset from which to search for it. */
  #runEnd = 0;
  #isRunWhole = false;

  constructor(words: Words) {
    this.#words = words;
  }

  /** Adds text. Returns the spans that are now decided. */
  add(delta: string): readonly SpokenSpan[] {
    this.#text += delta;
    return this.#take(false);
  }

  /** Decides the rest of the text, as if it ended here. */
  flush(): readonly SpokenSpan[] {
    return this.#take(true);
  }

  #take(ended: boolean): readonly SpokenSpan[] {
    const spans: SpokenSpan[] = [];
    while (this.#at < this.#text.length) {
      const match = this.#next(ended);
      if (match === MORE || match === null) break;
      const text = this.#text.slice(this.#at, this.#at + match.length);
      this.#place = behind(this.#place, text, match);
      this.#at += text.length;
      push(spans, { text, spoken: match.spoken });
    }
    this.#text = this.#text.slice(this.#at);
    this.#runEnd -= this.#at;
    this.#at = 0;
    return spans;
  }

  #next(ended: boolean): Verdict {
    const [text, at, place, words] = [this.#text, this.#at, this.#place, this.#words];
    const cursor: Cursor = { text, at, run: '', ended, place, words };
    if (place.fence !== null) return sayCodeLine(cursor);
    const spaces = sayEntry(cursor) ?? saySpaces(cursor);
    if (spaces !== null) return spaces;
    const run = this.#readRun(ended);
    if (run === MORE) return MORE;
    const inRun: Cursor = { ...cursor, run };
    return (words.normalizes ? sayNormalized(inRun) : null) ?? sayWord(run);
  }

  /** Reads up to the next white space or character of a script without spaces, but no further than `REACH`. */
  #readRun(ended: boolean): string | typeof MORE {
    const [text, at] = [this.#text, this.#at];
    if (UNSPACED.test(characterAt(text, at))) return characterAt(text, at);
    if (this.#runEnd <= at) [this.#runEnd, this.#isRunWhole] = [at, false];
    if (!this.#isRunWhole) this.#findRunEnd(text, at);
    if (!this.#isRunWhole && !ended) return MORE;
    return this.#isRunWhole ? text.slice(at, this.#runEnd) : text.slice(at);
  }

  #findRunEnd(text: string, at: number): void {
    RUN_END.lastIndex = this.#runEnd;
    const end = RUN_END.exec(text)?.index ?? text.length;
    const isCut = end > at + REACH || end === text.length;
    this.#isRunWhole = end < text.length || at + REACH < text.length;
    this.#runEnd = Math.min(end, at + REACH);
    if (isCut && isHighSurrogate(text.charCodeAt(this.#runEnd - 1))) this.#runEnd -= 1;
  }
}

/** The longest run of white space, in UTF-16 code units. */
const MAX_SPACES = 256;

function saySpaces(cursor: Cursor): Verdict {
  const { text, at, ended, place, words } = cursor;
  const known = text.slice(at, at + MAX_SPACES);
  const word = known.search(/\S/u);
  const spaces = word < 0 ? known : known.slice(0, word);
  if (spaces === '') return null;
  if (word < 0 && known.length < MAX_SPACES && !ended) return MORE;
  if (!words.normalizes) return asWritten(spaces);
  if (LINE_BREAK.test(spaces)) return sayBreak(spaces, place);
  const isCellEnd = place.line === 'row' && known.charAt(spaces.length) === '|';
  return isCellEnd ? sayCellEnd(cursor, spaces.length) : asWritten(spaces);
}

function sayNormalized(cursor: Cursor): Verdict {
  const { place, run } = cursor;
  if (place.code > 0) return sayCode(cursor) ?? sayDigits(run);
  const mark = (place.itemStart ? sayTask(cursor) : null) ?? (place.lineStart ? sayBlock(cursor) : null);
  if (mark !== null) return mark;
  if (place.line === 'row' && run.startsWith('|')) return sayCellEnd(cursor, 0);
  return sayAddress(cursor) ?? sayMark(cursor) ?? sayNumber(cursor);
}

function sayWord(run: string): Match {
  return asWritten(WORD.exec(run)?.[0] ?? characterAt(run, 0));
}

function behind(place: Place, text: string, { spoken, change }: Match): Place {
  const isBlank = !/\S/u.test(text);
  return {
    ...place,
    lineStart: place.lineStart && isBlank,
    itemStart: place.itemStart && isBlank,
    before: text.slice(-1),
    sounded: spoken.trimEnd().slice(-1) || place.sounded,
    ...change,
  };
}

/** Adds a span. Merges text that is spoken as written into the previous span of that kind. */
function push(spans: SpokenSpan[], span: SpokenSpan): void {
  const last = spans.at(-1);
  const goesOn = last !== undefined && last.text === last.spoken && span.text === span.spoken;
  if (goesOn) spans[spans.length - 1] = { text: last.text + span.text, spoken: last.spoken + span.spoken };
  else spans.push(span);
}
