import type { CallRow } from '../../../studio/protocol.ts';
import { normaliseText } from '../index/normaliseText.ts';
import { FLAGS, QUERY_COLUMNS, readNumber, type QueryColumn } from './columns.ts';
import { tokenise, type Token } from './tokens.ts';
import { readValue, type QueryValue } from './values.ts';

/** A call with the text that was said in it, in lower case. */
export interface SearchedCall {
  readonly row: CallRow;
  readonly saidText: string;
}

/** A part of a query. A call matches if all parts hold. */
export interface Condition {
  /** In words: `wait p95 above 1.5 s`. */
  readonly words: string;
  readonly holds: (call: SearchedCall) => boolean;
}

export interface Query {
  readonly conditions: readonly Condition[];
  /** The parts that were not understood, joined with commas; null if all were understood. */
  readonly notUnderstood: string | null;
}

/** A part of a query and the number of its tokens. `condition` is null if it was not understood. */
interface Part {
  readonly condition: Condition | null;
  readonly taken: number;
}

/** Parses what the user typed into conditions. Never throws. */
export function parseQuery(query: string): Query {
  const tokens = tokenise(query);
  const conditions: Condition[] = [];
  const unknown: string[] = [];
  let wasSaid = true;
  for (let at = 0; at < tokens.length; ) {
    const rest = tokens.slice(at);
    const compared = parseComparison(rest) ?? parseFlag(rest) ?? takeUnknownComparison(rest);
    const part = compared ?? (isAnd(rest[0], wasSaid) ? { condition: null, taken: 1 } : parseSaid(rest));
    if (part.condition !== null) conditions.push(part.condition);
    else if (compared !== null || !isAnd(rest[0], wasSaid)) unknown.push(formatTokens(rest.slice(0, part.taken)));
    wasSaid = compared === null;
    at += part.taken;
  }
  return { conditions, notUnderstood: unknown.length === 0 ? null : unknown.join(', ') };
}

function formatTokens(tokens: readonly Token[]): string {
  return tokens.map(({ kind, text }) => (kind === 'phrase' ? JSON.stringify(text) : text)).join(' ');
}

/** Returns whether a word joins a part to what follows. Between words that were said, "and" is one of them. */
function isAnd(token: Token | undefined, wasSaid: boolean): boolean {
  return token?.kind === 'word' && (wasSaid ? /^,$/u : /^(?:and|,)$/iu).test(token.text);
}

/** Returns the number of tokens that are these words, or 0. */
function matchWords(tokens: readonly Token[], words: string): number {
  const wanted = words.split(' ');
  const isSame = wanted.every((word, n) => tokens[n]?.kind === 'word' && tokens[n].text.toLowerCase() === word);
  return isSame ? wanted.length : 0;
}

function parseFlag(tokens: readonly Token[]): Part | null {
  for (const { words, holds } of FLAGS) {
    const taken = matchWords(tokens, words);
    if (taken > 0) return { condition: { words, holds: ({ row }) => holds(row) }, taken };
  }
  return null;
}

/** The operators in words. */
const OPERATORS: ReadonlyMap<string, readonly [words: string, test: (order: number) => boolean]> = new Map([
  ['>', ['above', (order) => order > 0]],
  ['<', ['below', (order) => order < 0]],
  ['>=', ['at least', (order) => order >= 0]],
  ['≥', ['at least', (order) => order >= 0]],
  ['<=', ['at most', (order) => order <= 0]],
  ['≤', ['at most', (order) => order <= 0]],
  ['=', ['is', (order) => order === 0]],
]);

function parseComparison(tokens: readonly Token[]): Part | null {
  for (const column of QUERY_COLUMNS)
    for (const name of column.names) {
      const named = matchWords(tokens, name);
      const operator = tokens[named];
      if (named > 0 && operator?.kind === 'operator') return readComparison(column, operator.text, tokens, named + 1);
    }
  return null;
}

/** Reads a comparison up to its value. One without a value of the column's unit was not understood. */
function readComparison(column: QueryColumn, operator: string, tokens: readonly Token[], before: number): Part {
  const value = readValue(tokens.slice(before), column.unit);
  const known = OPERATORS.get(operator);
  if (value === null || known === undefined || (column.unit === 'text' && operator !== '='))
    return { condition: null, taken: Math.min(before + 1, tokens.length) };
  const [words, test] = known;
  return {
    condition: { words: `${column.names[0]} ${words} ${value.text}`, holds: createComparison(column, test, value) },
    taken: before + value.taken,
  };
}

function createComparison(
  { column, unit }: QueryColumn,
  test: (order: number) => boolean,
  { value }: QueryValue,
): Condition['holds'] {
  if (unit === 'text') return ({ row }) => String(row[column] ?? '').toLowerCase() === value;
  return ({ row }) => {
    const own = readNumber(row, column);
    return own !== null && test(own - Number(value));
  };
}

/** Takes a comparison of something that is not a column: its words were not meant as said. */
function takeUnknownComparison(tokens: readonly Token[]): Part | null {
  const [name, operator] = tokens;
  if (name?.kind === 'operator' || operator?.kind !== 'operator') return null;
  const value = readValue(tokens.slice(2), 'time')?.taken ?? 1;
  return { condition: null, taken: Math.min(2 + value, tokens.length) };
}

/** Reads a word or phrase that was said. An operator that compares nothing was not understood. */
function parseSaid([token]: readonly Token[]): Part {
  const text = normaliseText(token?.text ?? '');
  if (token?.kind === 'operator') return { condition: null, taken: 1 };
  return {
    condition: text === '' ? null : { words: formatSaid(text), holds: ({ saidText }) => saidText.includes(text) },
    taken: 1,
  };
}

function formatSaid(text: string): string {
  return ['said', JSON.stringify(text)].join(' ');
}
