import type { TextSegmenter, TextSegments } from '../../src/core/textSegmenter.ts';
import { createEndPattern, type EndPattern } from './endPattern.ts';
import { findLastSpacedWord } from './lastSpacedWord.ts';
import { findPlainEnd } from './plainEnd.ts';

const CLOSING = '"\'”’“»«›)\\]}';
/** Scripts written without spaces between words. */
const UNSPACED: string = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const CJK_CLOSING = '。、，！？；：」』）】》';

const LINE_BREAK_AT_END: EndPattern = createEndPattern('[\\n\\r\\u0085\\u2028\\u2029]\\s*');
const SPACES_AND_CLOSING = /^\s*(?:[»›]\s+)?/;
const OPENING_AT_END: EndPattern = createEndPattern('([\\p{Ps}\\p{Pi}]+)');
const LAST_TERMINATOR: EndPattern = createEndPattern(
  '([\\p{Sentence_Terminal}\\u0f0d-\\u0f11\\u0f14])[^\\p{Sentence_Terminal}\\p{L}\\p{N}]*',
);
/**
 * Characters that decide whether a full stop before them ends a sentence: UAX #29 joins the sentences if the next
 * letter is small.
 */
const DECIDES_FULL_STOP = /[\p{Alphabetic}\p{Sentence_Terminal}\n\r\u0085\u2028\u2029]/u;
const FULL_STOPS = '.\u2024\uFE52\uFF0E';

const CJK_CLAUSE_MARK = /[，、；：]/;
const CLAUSE_MARK = /[-,;:،؛–—]/;

const CLAUSE_END = new RegExp(
  [
    `(?:[,;:،؛–—]|(?<=\\s)-)[${CLOSING}]*\\s+(?=\\S)`,
    `[，、；：]\\s*(?=[^\\s${CJK_CLOSING}”’])`,
    `(?<=[${UNSPACED}])\\s+(?=[${UNSPACED}])`,
  ].join('|'),
  'gu',
);

const ENDS_UNSPACED: EndPattern = createEndPattern(`[${UNSPACED}${CJK_CLOSING}]\\p{M}*`);
const UNSPACED_SENTENCE: EndPattern = createEndPattern(`[${UNSPACED}][.!?]+[${CLOSING}]*`);
const BEGINS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const UNSPACED_CHARACTER = new RegExp(`[${UNSPACED}]`, 'u');
/**
 * All characters except common ones of other scripts, plus U+1F200 (Hiragana). A search without the flag `u` is much
 * faster.
 */
const MAY_BE_UNSPACED = /[^\ufe0f\udc00-\udfff\0-\u0dff\u1e00-\u2e7f\ud83c-\ud83e]|\ud83c\ude00/;
/** Clause marks. `MAY_BE_UNSPACED` includes those of CJK. */
const MAY_END_CLAUSE = new RegExp(`${CLAUSE_MARK.source}|${MAY_BE_UNSPACED.source}`);
/**
 * Number of trailing ideographs that suffice to find the last word. The segmenter's dictionary looks up every offset,
 * and words are only a few characters long, so text before the tail does not affect where the last word begins.
 */
const TAIL = 32;
const IDEOGRAPHS = /^[\u4e00-\u9fa5\u3041-\u3096]+$/;
const ENDS_WHOLE: EndPattern = createEndPattern(
  `(?:\\s|[\\p{L}\\p{M}\\p{N}%][\\p{Sentence_Terminal},;:…—)\\]}"”»${CJK_CLOSING}]+)`,
);
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The end of a sentence: the offset of the next one's first character. */
export interface SentenceEnd {
  readonly at: number;
  /** False if later text could show that the sentence continues. */
  readonly certain: boolean;
}

/**
 * Finds the first sentence end inside `text` where `mayCut` allows a cut. The end of the text itself does not count.
 */
export function findSentenceEnd(
  text: string,
  segmenter: TextSegmenter,
  mayCut: (at: number) => boolean,
): SentenceEnd | undefined {
  const plain = findPlainEnd(text, mayCut);
  if (plain !== 'unclear') return plain;
  if (!/\S/.test(text)) return undefined;
  // An iterator would copy the segmenter's state again, which takes longer than finding the first sentence.
  const segments = segmenter.segment(text);
  for (let end = endOfSegment(segments, 0); end < text.length; end = endOfSegment(segments, end)) {
    const at = beforeNextCharacter(text, end);
    const isEnd = isBegun(text.slice(at)) && isSpacedAsAnEnd(text.slice(0, at), text.slice(at));
    if (isEnd && mayCut(at)) return { at, certain: isCertain(text, at) };
  }
  return undefined;
}

function endOfSegment(segments: TextSegments, at: number): number {
  const found = segments.containing(at);
  return found === undefined ? Number.POSITIVE_INFINITY : found.index + found.segment.length;
}

/**
 * Corrects UAX #29, which assigns an opening bracket without a space to the sentence before it, and a closing mark
 * after a space, as in French, to the next one.
 */
function beforeNextCharacter(text: string, at: number): number {
  const opening = OPENING_AT_END.group(text.slice(0, at))?.length ?? 0;
  const spaces = SPACES_AND_CLOSING.exec(text.slice(at))?.[0].length ?? 0;
  return opening > 0 ? at - opening : at + spaces;
}

/** Returns whether the next sentence has begun. A mark alone may still close the previous one. */
function isBegun(right: string): boolean {
  return right !== '' && !/^[»›]$/.test(right);
}

/**
 * Returns whether the spacing suits an end: not between "?" and "q" in `/?q=1`, but between "？" and "は", and between
 * "?" and "は" after "か".
 */
function isSpacedAsAnEnd(left: string, right: string): boolean {
  if (endsInSpace(left) || !/[.!?]/.test(terminator(left))) return true;
  return UNSPACED_SENTENCE.test(left) && BEGINS_UNSPACED.test(right);
}

function terminator(left: string): string {
  return LAST_TERMINATOR.group(left) ?? '';
}

function isCertain(text: string, at: number): boolean {
  const left = text.slice(0, at);
  if (LINE_BREAK_AT_END.test(left) || !FULL_STOPS.includes(terminator(left))) return true;
  return DECIDES_FULL_STOP.test(text.slice(at));
}

/**
 * Finds the ends of clauses inside `text`: a comma, semicolon, colon or dash and the space after it, or their CJK
 * forms.
 */
export function findClauseEnds(text: string): number[] {
  if (!mayEndClause(text)) return [];
  return [...text.matchAll(CLAUSE_END)].map(({ 0: end, index }) => index + end.length);
}

/** Returns false if `CLAUSE_END`, which takes ten times as long, would find nothing. */
function mayEndClause(text: string): boolean {
  if (!MAY_END_CLAUSE.test(text)) return false;
  if (CJK_CLAUSE_MARK.test(text)) return true;
  return /\s/.test(text) && (CLAUSE_MARK.test(text) || hasUnspaced(text));
}

/** Finds the last offset inside `text` where a word or part of a word begins and `mayCut` allows a cut. */
export function findLastWordBreak(
  text: string,
  segmenter: TextSegmenter,
  mayCut: (at: number) => boolean,
): number | undefined {
  const isUnspaced = hasUnspaced(text);
  const spaced = isUnspaced ? 'unclear' : findLastSpacedWord(text, mayCut);
  if (spaced !== 'unclear') return spaced;
  const isBreak = (at: number): boolean =>
    !isSpace(text.charAt(at)) && isBetweenWords(text, at, isUnspaced) && mayCut(at);
  const tail = Math.max(0, text.length - TAIL);
  const inTail = IDEOGRAPHS.test(text.slice(tail)) ? findLastStart(text, segmenter, tail, isBreak) : undefined;
  return inTail !== undefined && inTail > tail + TAIL / 2 ? inTail : findLastStart(text, segmenter, 0, isBreak);
}

/**
 * Finds the last segment start that `isBreak` accepts. Searches from the end, because iterating would create an object
 * for every segment.
 */
function findLastStart(
  text: string,
  segmenter: TextSegmenter,
  from: number,
  isBreak: (at: number) => boolean,
): number | undefined {
  const segments = segmenter.segment(text.slice(from));
  const startBefore = (end: number): number => from + (segments.containing(end - 1 - from)?.index ?? 0);
  let at = startBefore(text.length);
  while (at > from && !isBreak(at)) at = startBefore(at);
  return at > from ? at : undefined;
}

function isBetweenWords(text: string, at: number, isUnspaced: boolean): boolean {
  if (isSpace(text.charAt(at - 1))) return true;
  return isUnspaced && ENDS_UNSPACED.test(text.slice(0, at)) && BEGINS_UNSPACED.test(text.slice(at));
}

function hasUnspaced(text: string): boolean {
  return MAY_BE_UNSPACED.test(text) && UNSPACED_CHARACTER.test(text);
}

function endsInSpace(text: string): boolean {
  return isSpace(text.charAt(text.length - 1));
}

function isSpace(char: string): boolean {
  return /\s/.test(char);
}

/** Returns whether the last word of `text` is complete, that is, followed by whitespace or punctuation. */
export function endsInWholeWord(text: string): boolean {
  return ENDS_WHOLE.test(text);
}

/** Returns whether `text` ends like a sentence: with a terminator, optionally followed by closing marks and spaces. */
export function endsSentence(text: string): boolean {
  return terminator(text) !== '';
}

/** Counts the characters of `text` without its outer whitespace; ideographs, kana and Hangul count as two. */
export function countChars(text: string): number {
  const chars = text.trim();
  return chars.length + (chars.match(DENSE)?.length ?? 0);
}
