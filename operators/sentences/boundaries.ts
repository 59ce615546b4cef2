const CLOSING = '"\'”’“»«›)\\]}';
/** Scripts written without spaces between words. */
const UNSPACED: string = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const CJK_CLOSING = '。、，！？；：」』）】》';

const LINE_BREAK_AT_END = /[\n\r\u0085\u2028\u2029]\s*$/u;
const SPACES_AND_CLOSING = /^\s*(?:[»›]\s+)?/;
const OPENING_AT_END = /[\p{Ps}\p{Pi}]+$/u;
const LAST_TERMINATOR = /\p{Sentence_Terminal}(?=[^\p{Sentence_Terminal}\p{L}\p{N}]*$)/u;
/** Decides about a full stop before it: UAX #29 joins the sentences if the next letter is small. */
const DECIDES_FULL_STOP = /[\p{Alphabetic}\p{Sentence_Terminal}\n\r\u0085\u2028\u2029]/u;
/** Characters that can end a sentence in any language (a semicolon in Greek). Most deltas have none. */
const MAY_END = /[\p{Sentence_Terminal}.;\u037E\u2024\uFE52\uFF0E\n\r\u0085\u2028\u2029]/u;
const FULL_STOPS = '.\u2024\uFE52\uFF0E';

const CLAUSE_END = new RegExp(
  [
    `(?:[,;:،؛–—]|(?<=\\s)-)[${CLOSING}]*\\s+(?=\\S)`,
    `[，、；：]\\s*(?=[^\\s${CJK_CLOSING}”’])`,
    `(?<=[${UNSPACED}])\\s+(?=[${UNSPACED}])`,
  ].join('|'),
  'gu',
);

const ENDS_UNSPACED = new RegExp(`[${UNSPACED}${CJK_CLOSING}]\\p{M}*$`, 'u');
const UNSPACED_SENTENCE = new RegExp(`[${UNSPACED}][.!?]+[${CLOSING}]*$`, 'u');
const BEGINS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const ENDS_WHOLE = new RegExp(`\\s$|[\\p{L}\\p{M}\\p{N}%][\\p{Sentence_Terminal},;:…—)\\]}"”»${CJK_CLOSING}]+$`, 'u');
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The end of a sentence: the offset of the next one's first character. */
export interface SentenceEnd {
  readonly at: number;
  /** False if later text could show that the sentence continues. */
  readonly certain: boolean;
}

/** Finds the ends of sentences inside `text`, without its own end, which is unknown. */
export function findSentenceEnds(text: string, segmenter: Intl.Segmenter): SentenceEnd[] {
  if (!MAY_END.test(text)) return [];
  return [...segmenter.segment(text)]
    .map(({ index, segment }) => index + segment.length)
    .filter((end) => end < text.length)
    .map((end) => beforeNextCharacter(text, end))
    .filter((at) => isBegun(text.slice(at)) && isSpacedAsAnEnd(text.slice(0, at), text.slice(at)))
    .map((at) => ({ at, certain: isCertain(text, at) }));
}

/**
 * Corrects UAX #29, which assigns an opening bracket without a space to the sentence before it, and a closing mark after a
 * space, as in French, to the next one.
 */
function beforeNextCharacter(text: string, at: number): number {
  const opening = OPENING_AT_END.exec(text.slice(0, at))?.[0].length ?? 0;
  const spaces = SPACES_AND_CLOSING.exec(text.slice(at))?.[0].length ?? 0;
  return opening > 0 ? at - opening : at + spaces;
}

/** Returns whether the next sentence has begun: a mark alone may be a closing one. */
function isBegun(right: string): boolean {
  return right !== '' && !/^[»›]$/.test(right);
}

/** Checks the space: no end between "?" and "q" of `/?q=1`; an end between "？" and "は", and between "?" and "は" after "か". */
function isSpacedAsAnEnd(left: string, right: string): boolean {
  if (/\s$/.test(left) || !/[.!?]/.test(terminator(left))) return true;
  return UNSPACED_SENTENCE.test(left) && BEGINS_UNSPACED.test(right);
}

function terminator(left: string): string {
  return LAST_TERMINATOR.exec(left)?.[0] ?? '';
}

function isCertain(text: string, at: number): boolean {
  const left = text.slice(0, at);
  if (LINE_BREAK_AT_END.test(left) || !FULL_STOPS.includes(terminator(left))) return true;
  return DECIDES_FULL_STOP.test(text.slice(at));
}

/** Finds the ends of clauses inside `text`: a comma, semicolon, colon or dash and the space after it, or their CJK forms. */
export function findClauseEnds(text: string): number[] {
  return [...text.matchAll(CLAUSE_END)].map(({ 0: end, index }) => index + end.length);
}

/** Finds the offsets inside `text` at which a word or a part of it begins. */
export function findWordBreaks(text: string, segmenter: Intl.Segmenter): number[] {
  return [...segmenter.segment(text)]
    .map(({ index }) => index)
    .filter((at) => at > 0 && /\S/.test(text.charAt(at)) && isBetweenWords(text.slice(0, at), text.slice(at)));
}

function isBetweenWords(left: string, right: string): boolean {
  return /\s$/.test(left) || (ENDS_UNSPACED.test(left) && BEGINS_UNSPACED.test(right));
}

/** Returns whether the last word of `text` is complete: whitespace or punctuation follows it. */
export function endsInWholeWord(text: string): boolean {
  return ENDS_WHOLE.test(text);
}

/** Returns whether `text` ends like a sentence: with a terminator, and at most closing marks and spaces after it. */
export function endsSentence(text: string): boolean {
  return terminator(text) !== '';
}

/** Counts the characters of `text` without its outer whitespace; ideographs, kana and Hangul count as two. */
export function countChars(text: string): number {
  const chars = text.trim();
  return chars.length + (chars.match(DENSE)?.length ?? 0);
}
