import { isHighSurrogate } from '../../src/core/splitText.ts';
import type { TextSegmenter } from '../../src/core/textSegmenter.ts';
import { countChars, endsInWholeWord, findClauseEnds, findLastWordBreak, findSentenceEnd } from './boundaries.ts';
import { isGlued } from './isGlued.ts';
import { languageRulesOf } from './languageRules.ts';

/** Minimum length of a first piece that ends at a clause. */
export interface FirstClause {
  /** Number of characters; ideographs, kana and Hangul count as two. */
  readonly minChars: number;
  readonly minWords: number;
}

export interface TextCutterOptions {
  /** BCP-47 tag. */
  readonly language: string;
  readonly maxChars: number;
  readonly firstClause: FirstClause | false;
}

/** Finds where to cut a text, as offsets above 0. */
export interface TextCutter {
  /** Length of the longest piece. */
  readonly maxChars: number;
  /**
   * Returns the end of the next piece; undefined if more text could change it. `ended`: no more text follows.
   */
  findPieceEnd(text: string, at: { readonly first: boolean; readonly ended: boolean }): number | undefined;
  /** Returns the end of the last whole word, if any. */
  findLastWholeWord(text: string): number | undefined;
}

/** Creates a cutter. @throws RangeError if `language` is not a BCP-47 tag */
export function createTextCutter({ language, maxChars, firstClause }: TextCutterOptions): TextCutter {
  const { sentences, words, graphemes, abbreviations } = languageRulesOf(language);

  const mayCut = (text: string, at: number): boolean => {
    const left = text.slice(0, at);
    return /\S/.test(left) && !isGlued(left, text.slice(at), abbreviations);
  };
  const clause = (text: string): number | undefined =>
    firstClause === false
      ? undefined
      : findClauseEnds(text).find((at) => isLongEnough(text.slice(0, at), words, firstClause) && mayCut(text, at));
  const lastWordBreak = (text: string): number | undefined => findLastWordBreak(text, words, (at) => mayCut(text, at));
  const forced = (text: string): number =>
    findClauseEnds(text).findLast((at) => at > maxChars / 2 && mayCut(text, at)) ??
    lastWordBreak(text) ??
    (lastStart(text, graphemes) || maxChars);

  const findPieceEnd: TextCutter['findPieceEnd'] = (text, { first, ended }) => {
    const view = window(text, maxChars + 1);
    const early = (first ? clause(view) : undefined) ?? Number.POSITIVE_INFINITY;
    const sentence = findSentenceEnd(view, sentences, (at) => mayCut(view, at));
    if (early < (sentence?.at ?? Number.POSITIVE_INFINITY)) return early;
    if (sentence !== undefined && (sentence.certain || ended)) return sentence.at;
    return text.length > maxChars ? forced(view) : undefined;
  };
  const findLastWholeWord: TextCutter['findLastWholeWord'] = (text) =>
    endsInWholeWord(text) && mayCut(text, text.length) ? text.length : lastWordBreak(text);
  return { maxChars, findPieceEnd, findLastWholeWord };
}

/** Returns the first `length` code units of `text`, without splitting a surrogate pair. */
function window(text: string, length: number): string {
  const end = Math.min(text.length, length);
  return text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end);
}

function isLongEnough(text: string, words: TextSegmenter, { minChars, minWords }: FirstClause): boolean {
  if (countChars(text) < minChars) return false;
  let count = 0;
  for (const { isWordLike } of words.segment(text)) {
    if (isWordLike === true) count += 1;
    if (count >= minWords) return true;
  }
  return false;
}

function lastStart(text: string, segmenter: TextSegmenter): number {
  return segmenter.segment(text).containing(text.length - 1)?.index ?? 0;
}
