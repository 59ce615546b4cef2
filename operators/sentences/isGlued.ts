import type { Abbreviations } from './abbreviations.ts';

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]\s*$/u;
const ENDS_IN_NUMBER = /\p{Nd}(?:[.,:]|\s?[-–—])?$/u;
const BEGINS_WITH_DIGIT = /^\p{Nd}/u;
const LIST_MARKER = /(?:^|[\n\r])\s*\p{Nd}{1,3}[.)]$/u;
const ORDINAL = /(?:^|[^\p{L}\p{N}])(?:\p{Nd}{1,2}|[IVX]+)\.$/u;
const INITIAL = /(?:^|[^\p{L}\p{M}\p{N}])\p{L}\p{M}*\.$/u;
const DOTTED = /(?:^|[^\p{L}\p{M}\p{N}])\p{L}{1,2}\.\p{L}{1,3}\.$/u;
const WORD_WITH_DOT = /([\p{L}\p{M}º]+)\.$/u;

/**
 * Returns whether the end of `left` and the beginning of `right` are one number, name or abbreviation, and may not be cut.
 * An empty `right` is unknown text, which may make them one.
 */
export function isGlued(left: string, right: string, abbreviations: Abbreviations): boolean {
  if (LINE_BREAK.test(left)) return false;
  const end = left.trimEnd();
  return (
    isOneNumber(end, right) ||
    LIST_MARKER.test(end) ||
    (abbreviations.ordinals && ORDINAL.test(end)) ||
    INITIAL.test(end) ||
    DOTTED.test(end) ||
    isAbbreviation(end, right, abbreviations)
  );
}

function isOneNumber(end: string, right: string): boolean {
  return ENDS_IN_NUMBER.test(end) && (right === '' || BEGINS_WITH_DIGIT.test(right));
}

function isAbbreviation(end: string, right: string, { anywhere, beforeNumber }: Abbreviations): boolean {
  const word = WORD_WITH_DOT.exec(end)?.[1]?.toLowerCase();
  if (word === undefined) return false;
  return anywhere.has(word) || (beforeNumber.has(word) && BEGINS_WITH_DIGIT.test(right));
}
