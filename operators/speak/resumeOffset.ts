import { lazy } from '../../src/core/lazy.ts';
import { findWordEnds } from '../../src/core/wordEnds.ts';
import { createTextCutter, type TextCutter } from '../sentences/textCutter.ts';
import type { ReplyText } from './replyText.ts';

/** Returns the offset at which a reply resumes after the user has heard its first `heardChars` characters. */
export type FindResumeOffset = (reply: Pick<ReplyText, 'text' | 'roundStarts'>, heardChars: number) => number;

/** The whole clause is repeated if at most this many of its words were heard. */
const MAX_REPEATED_WORDS = 8;

/** The number of words to repeat from a longer clause. */
const WORDS_BEFORE_CUT = 4;

/** How far before a cut to search for the beginning of the clause, in UTF-16 code units. */
const REACH = 1000;

/** How much text after a cut to read, to see whether a sentence has ended there. */
const LOOKAHEAD = 100;

/**
 * Creates the function that finds where a reply resumes: at the start of the clause that was cut; four words before the
 * cut if more than eight words of the clause were heard; at the cut itself if the whole clause was heard or no word
 * follows. It never goes back beyond the start of the round. `language` is the BCP-47 tag of the text.
 */
export function createFindResumeOffset(language: string): FindResumeOffset {
  const getCutter = lazy(() => createClauseCutter(language));
  return ({ text, roundStarts }, heardChars) => {
    if (heardChars === 0) return 0;
    const nextWord = heardChars + text.slice(heardChars).search(LETTER);
    if (nextWord < heardChars) return heardChars;
    const roundStart = roundStarts.findLast((start) => start <= nextWord) ?? 0;
    const from = Math.max(roundStart, findSpaceAfter(text, heardChars - REACH));
    const ends = findClauseEnds(getCutter(), text.slice(from, nextWord + LOOKAHEAD)).map((end) => from + end);
    const start = ends.findLast((end) => end <= nextWord) ?? from;
    return start >= heardChars ? heardChars : findRepeatedStart(text, start, heardChars);
  };
}

const LETTER = /[\p{L}\p{N}]/u;

function findRepeatedStart(text: string, clauseStart: number, heardChars: number): number {
  const ends = findWordEnds(text.slice(clauseStart, heardChars));
  const before = ends.length > MAX_REPEATED_WORDS ? ends.at(-1 - WORDS_BEFORE_CUT) : undefined;
  const start = clauseStart + (before?.cutAt ?? 0);
  return start + countSpaces(text.slice(start, heardChars));
}

/**
 * Creates a cutter for clauses and sentences. If `language` is not a valid tag, the rules common to all languages
 * apply.
 */
function createClauseCutter(language: string): TextCutter {
  const options = { maxChars: 2 * REACH, firstClause: { minChars: 1, minWords: 1 } };
  try {
    return createTextCutter({ ...options, language });
  } catch {
    return createTextCutter({ ...options, language: 'und' });
  }
}

function findClauseEnds(cutter: TextCutter, text: string): readonly number[] {
  const ends: number[] = [];
  for (let from = 0; ; ) {
    const length = cutter.findPieceEnd(text.slice(from), { first: true, ended: true });
    if (length === undefined) return ends;
    from += length;
    ends.push(from);
  }
}

/** Finds the end of the white space at or after `at`; 0 for the start of the text. */
function findSpaceAfter(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at, at + REACH).search(/\s/u);
  return space < 0 ? at : at + space;
}

function countSpaces(text: string): number {
  return text.length - text.trimStart().length;
}
