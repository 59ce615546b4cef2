import { saySigns, sayUrl } from './addresses.ts';
import {
  asWritten,
  characterAt,
  isOfWord,
  MORE,
  readAhead,
  silent,
  type Cursor,
  type Match,
  type Verdict,
} from './cursor.ts';

const EMOJI =
  /^(?:[0-9#*]\uFE0F?\u20E3|\p{Regional_Indicator}{2}|(?![©®™↔-↙↩↪])\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*[\u{E0020}-\u{E007F}]*)/u;
const ESCAPED = /^\\[!-/:-@[-`{-~]/;
const CITATION = /^\[\^?\d{1,3}\](?!\()/;
const LINK_TARGET = /^\]\([^()\n\r]*(?:\([^()\n\r]*\)[^()\n\r]*)*\)/;
const LINK_LABEL = /^\]\[[^\]\s]*\]/;
const TAG = /^<(?:(https?:\/\/[^\s<>]+|[^\s<>@]+@[^\s<>@]+)|(\/?)([a-z][a-z0-9-]*)([^<>\n\r]*))>/iu;
/** An attribute with a value. Without one, `a<b and c>d` is a comparison. */
const ATTRIBUTE = /\s[\w:.-]+=(?:"[^"]*"|'[^']*'|[^\s"'=]+)/gu;
/** Arrows, boxes, stars and other ornaments. */
const ORNAMENTS = /^[\u2190-\u21FF\u2500-\u27BF\u27F0-\u27FF\u2900-\u297F\u2B00-\u2BFF·•‣⁃]+/u;
const ARROW = /^(?:[-=]{1,2}>|<[-=]{1,2})(?=\s|$)/;
/** The longest tag, in UTF-16 code units. */
const TAG_REACH = 128;
/** HTML tags that models use as formatting. Other tags are meant for the voice and stay. */
const FORMATTING =
  /^(?:a|b|big|blockquote|code|dd|del|details|div|dl|dt|em|h[1-6]|hr|i|img|ins|kbd|li|ol|p|pre|small|span|strong|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)$/iu;

/** Handles inline marks: emphasis, links, code, escapes, tags, emoji. */
export function sayMark(cursor: Cursor): Verdict {
  const { run } = cursor;
  const emoji = EMOJI.exec(run)?.[0];
  if (emoji !== undefined) return silent(emoji.length);
  const { before } = cursor.place;
  const ornaments = ORNAMENTS.exec(run)?.[0];
  if (ornaments !== undefined && !isWithinWord(before, characterAt(run, ornaments.length)))
    return silent(ornaments.length);
  const arrow = isEdge(before) ? ARROW.exec(run)?.[0] : undefined;
  if (arrow !== undefined) return silent(arrow.length);
  return MARKS[run.charAt(0)]?.(cursor) ?? null;
}

type SayMark = (cursor: Cursor) => Verdict;

/** The rule for each mark. */
const MARKS: Readonly<Partial<Record<string, SayMark>>> = {
  '\\': ({ run }) => (ESCAPED.test(run) ? { length: 2, spoken: run.charAt(1) } : null),
  '`': ({ run }) => sayCodeMark(run, 0),
  '*': sayEmphasis,
  _: sayEmphasis,
  '~': ({ run }) => (run.startsWith('~~') ? silent(/^~+/u.exec(run)?.[0].length ?? 0) : null),
  '!': ({ run, place }) => (run.startsWith('![') && !isOfWord(place.before) ? silent(1) : null),
  '[': openBracket,
  ']': closeBracket,
  '<': sayTag,
};

/** Speaks a sign inside a code span, or ends the span. */
export function sayCode({ run, words, place }: Cursor): Match | null {
  if (run.startsWith('`')) return sayCodeMark(run, place.code);
  if (run.startsWith('()')) return silent(2);
  const sign = characterAt(run, 0);
  const isDecimal = /\d/u.test(place.before) && /^\.\d/u.test(run);
  if (words.language === null || isDecimal || isOfWord(sign)) return null;
  const spoken = saySigns(sign, words.language);
  return spoken === sign ? null : { length: 1, spoken: spoken === '' ? ' ' : ` ${spoken} ` };
}

/** Begins a code span, or ends one opened by the same number of backticks. */
function sayCodeMark(run: string, begun: number): Match {
  const marks = /^`+/u.exec(run)?.[0].length ?? 0;
  const isEnd = begun === marks;
  return silent(marks, { code: isEnd ? 0 : begun || marks });
}

/**
 * Drops emphasis marks. Marks between spaces and `*` within a word are not emphasis; `_` within a word becomes a space.
 */
function sayEmphasis({ run, place: { before } }: Cursor): Match | null {
  const mark = run.charAt(0);
  const marks = /^(?:\*+|_+)/u.exec(run)?.[0] ?? mark;
  const after = characterAt(run, marks.length);
  if (isEdge(before) && after === '') return asWritten(marks);
  const isInWord = isWithinWord(before, after);
  if (isInWord && mark === '_') return { length: marks.length, spoken: ' ' };
  return isInWord && marks === '*' ? asWritten(marks) : silent(marks.length);
}

/** Returns whether a sign is part of a word, such as the dot in the Catalan "col·lecció". */
function isWithinWord(before: string, after: string): boolean {
  return isOfWord(before) && isOfWord(after);
}

function isEdge(character: string): boolean {
  return character === '' || /\s/u.test(character);
}

function openBracket({ run, place }: Cursor): Match {
  const citation = CITATION.exec(run)?.[0];
  return citation === undefined ? silent(1, { brackets: place.brackets + 1 }) : silent(citation.length);
}

/** Drops a closing bracket and the link target after it. */
function closeBracket(cursor: Cursor): Verdict {
  const { run, place } = cursor;
  if (place.brackets === 0) return null;
  const change = { brackets: place.brackets - 1 };
  const label = LINK_LABEL.exec(run)?.[0];
  if (label !== undefined) return silent(label.length, change);
  if (!run.startsWith('](')) return silent(1, change);
  const target = readAhead(cursor, LINK_TARGET, (rest) => LINK_TARGET.test(rest) || /[\n\r]/u.test(rest));
  if (target === MORE) return MORE;
  return silent(target?.[0].length ?? 1, change);
}

/** Speaks an address between angle brackets and drops a formatting tag. */
function sayTag(cursor: Cursor): Verdict {
  const found = readAhead(cursor, TAG, (rest) => /^<(?![a-z/])|^<[^<>\n\r]*[<>\n\r]/iu.test(rest), TAG_REACH);
  if (found === MORE || found === null) return found;
  const [tag, address, , name = '', attributes = ''] = found;
  if (address !== undefined) {
    const url = address.includes('://') ? sayUrl(address, cursor.words.language) : null;
    return { length: tag.length, spoken: url?.spoken ?? saySigns(address, cursor.words.language) };
  }
  if (!/^\s*\/?$/u.test(attributes.replaceAll(ATTRIBUTE, ''))) return null;
  if (/^br$/iu.test(name)) return { length: tag.length, spoken: '\n' };
  return FORMATTING.test(name) ? silent(tag.length) : asWritten(tag);
}
