import { asWritten, MORE, readAhead, REACH, silent, type Cursor, type Match, type Verdict } from './cursor.ts';

const FENCE = /^(`{3,}|~{3,})([^\n]*)(\n|$)/;
const HEADING = /^#{1,6}$/;
const BULLET = /^[-*+•‣▪–]$/;
const NUMBER = /^\d{1,3}[.)]$/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,}|={3,}|([-*_=·•])(?:[ \t]\1){2,})[ \t]*(?=[\n\r]|$)/;
/** A possible beginning of a thematic break such as `* * *`. */
const SPACED_RULE = /^[-*_=·•]$/;
/** A row that separates a table's header from its body. */
const DELIMITER_ROW = /^(?=[^\n\r]*\|)(?=[^\n\r]*-)[ \t:|-]+(?=[\n\r]|$)/;
const MAYBE_RULE = /^(?:\*{3}|_{3}|={3}|[-|:])/;
const TASK = /^\[[ xX]\](?=\s)/;
/** A quotation, as opposed to a comparison such as `>$5`. */
const QUOTE = /^>(?!=|[-−]?[\p{N}\p{Sc}])/u;
const LINE_BREAK = /[\n\r]/;
const NO_RULE = /[^-*_=·• \t]/;
const NO_ROW = /[^ \t:|-]/;

/** Handles a block mark at the beginning of a line: a heading, an item, a quotation, a table, code. */
export function sayBlock(cursor: Cursor): Verdict {
  const { run, text, at } = cursor;
  const isSpaced = /[ \t]/.test(text.charAt(at + run.length));
  if (isSpaced && SPACED_RULE.test(run)) {
    const rule = readRule(cursor);
    if (rule !== null) return rule;
  }
  if (isSpaced && HEADING.test(run)) return silent(run.length, { line: 'heading' });
  if (isSpaced && BULLET.test(run)) return silent(run.length, { line: 'item', itemStart: true });
  if (NUMBER.test(run)) return asWritten(run, { line: 'item' });
  if (QUOTE.test(run)) return silent(1, { lineStart: true });
  if (/^[`~]{3}/.test(run)) return openFence(cursor);
  if (MAYBE_RULE.test(run)) return sayRule(cursor);
  return null;
}

/** Handles the checkbox of a task list item. */
export function sayTask(cursor: Cursor): Verdict {
  const found = readAhead(cursor, TASK, (rest) => rest.length > 3);
  return found === MORE ? MORE : found && silent(found[0].length);
}

function readRule(cursor: Cursor): Verdict {
  const rule = readAhead(cursor, RULE, (rest) => LINE_BREAK.test(rest) || NO_RULE.test(rest));
  return rule === MORE ? MORE : rule && silent(rule[0].length);
}

/** Handles a thematic break or a table row. */
function sayRule(cursor: Cursor): Verdict {
  const rule = readRule(cursor);
  if (rule !== null) return rule;
  const row = readAhead(cursor, DELIMITER_ROW, (rest) => NO_ROW.test(rest));
  if (row === MORE) return MORE;
  if (row !== null) return silent(row[0].length);
  return cursor.run.startsWith('|') ? silent(1, { line: 'row' }) : null;
}

/** Opens a code block: names it, and silences its lines. */
function openFence(cursor: Cursor): Verdict {
  const found = readAhead(cursor, FENCE, (rest) => rest.includes('\n'));
  if (found === MORE || found === null) return found;
  const [line, fence = '', info = '', end] = found;
  if (fence.startsWith('`') && info.includes('`')) return null;
  const name = cursor.words.language?.codeBlock ?? '';
  const spoken = name !== '' && end === '\n' ? `${name}.\n` : name;
  return { length: line.length, spoken, change: { fence, lineStart: true } };
}

/** Drops a line of a code block. The closing fence ends the block. */
export function sayCodeLine({ text, at, ended, place }: Cursor): Verdict {
  const end = text.indexOf('\n', at);
  if (end < 0 && !ended && text.length - at < REACH) return MORE;
  const to = end < 0 ? Math.min(text.length, at + REACH) : end + 1;
  const line = text.slice(at, to).trim();
  const fence = place.fence ?? '';
  const closes = line.startsWith(fence) && line === fence.charAt(0).repeat(line.length);
  return silent(to - at, { fence: closes ? null : fence, lineStart: true, line: 'text', sounded: '' });
}

/** Separates two table cells, including the white space before the sign. */
export function sayCellEnd(cursor: Cursor, spaces: number): Verdict {
  const { text, at, ended, place } = cursor;
  const next = text.slice(at + spaces + 1, at + REACH).search(/[^ \t]/u);
  if (next < 0 && !ended) return MORE;
  const follows = next < 0 ? '' : text.charAt(at + spaces + 1 + next);
  const isLast = follows === '' || LINE_BREAK.test(follows);
  const isSilent = isLast || place.sounded === '' || place.sounded === ',';
  return { length: spaces + 1, spoken: isSilent ? '' : next === 0 ? ', ' : ',' };
}

const WITHOUT_STOP = /[\p{L}\p{N}\p{Pe}\p{Pf}"'%*_]/u;

/** Speaks white space. Adds a full stop to an item, row or heading that ends without one. */
export function sayBreak(spaces: string, { line, sounded }: Cursor['place']): Match {
  const needsStop = line !== 'text' && sounded !== '' && WITHOUT_STOP.test(sounded);
  return {
    length: spaces.length,
    spoken: needsStop ? `.${spaces}` : spaces,
    change: { lineStart: true, itemStart: false, line: 'text', sounded: '', code: 0, brackets: 0 },
  };
}
