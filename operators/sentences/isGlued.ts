import type { Abbreviations } from './abbreviations.ts';
import { createEndPattern, type EndPattern } from './endPattern.ts';

const LINE_BREAK: EndPattern = createEndPattern('[\\n\\r\\u0085\\u2028\\u2029]\\s*');
const ENDS_IN_NUMBER: EndPattern = createEndPattern('\\p{Nd}(?:[.,:]|\\s?[-–—])?');
const BEGINS_WITH_DIGIT = /^\p{Nd}/u;
const LIST_MARKER: EndPattern = createEndPattern('(?:^|[\\n\\r])\\s*\\p{Nd}{1,3}[.)]');
const ORDINAL: EndPattern = createEndPattern('(?:^|[^\\p{L}\\p{N}])(?:\\p{Nd}{1,2}|[IVX]+)\\.');
const INITIAL: EndPattern = createEndPattern('(?:^|[^\\p{L}\\p{M}\\p{N}])\\p{L}\\p{M}*\\.');
const DOTTED: EndPattern = createEndPattern('(?:^|[^\\p{L}\\p{M}\\p{N}])\\p{L}{1,2}\\.\\p{L}{1,3}\\.');
/** The end of most sentences. It cannot be a number, ordinal or initial, but may be an abbreviation. */
const PLAIN_WORD_WITH_DOT = /^[A-Za-z][a-z]{3,}\.$/;
const WORD_WITH_DOT: EndPattern = createEndPattern('([\\p{L}\\p{M}º]+)\\.');

/** Characters that can end a number, list marker or abbreviation, or a low surrogate that can. */
const MAY_GLUE = /[\p{Nd}.,:)\-–—\uDC00-\uDFFF]/u;

/**
 * Returns whether the end of `left` and the beginning of `right` form one number, name or abbreviation, which must not
 * be cut. An empty `right` means unknown text, which could complete one.
 */
export function isGlued(left: string, right: string, abbreviations: Abbreviations): boolean {
  const end = left.trimEnd();
  const last = end.slice(end.lastIndexOf(' ') + 1);
  if (PLAIN_WORD_WITH_DOT.test(last) && !isAbbreviation(last.slice(0, -1), right, abbreviations)) return false;
  if (!MAY_GLUE.test(end.charAt(end.length - 1))) return false;
  if (LINE_BREAK.test(left)) return false;
  return (
    isOneNumber(end, right) ||
    LIST_MARKER.test(end) ||
    (abbreviations.ordinals && ORDINAL.test(end)) ||
    INITIAL.test(end) ||
    DOTTED.test(end) ||
    isAbbreviation(WORD_WITH_DOT.group(end), right, abbreviations)
  );
}

function isOneNumber(end: string, right: string): boolean {
  return ENDS_IN_NUMBER.test(end) && (right === '' || BEGINS_WITH_DIGIT.test(right));
}

function isAbbreviation(
  withCase: string | undefined,
  right: string,
  { anywhere, beforeNumber }: Abbreviations,
): boolean {
  if (withCase === undefined) return false;
  const word = withCase.toLowerCase();
  return anywhere.has(word) || (beforeNumber.has(word) && BEGINS_WITH_DIGIT.test(right));
}
