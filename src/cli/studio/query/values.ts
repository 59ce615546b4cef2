import type { Token } from './tokens.ts';
import type { Unit } from './columns.ts';

/** A value of a condition, and how many tokens it takes. */
export interface QueryValue {
  readonly value: number | string;
  /** In words: `1.5 s`. */
  readonly text: string;
  readonly taken: number;
}

/** The units of times, in ms. */
const TIMES: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['sec', 1000],
  ['seconds', 1000],
  ['min', 60_000],
  ['minutes', 60_000],
  ['h', 3_600_000],
  ['hours', 3_600_000],
]);

const NUMBER = /^(-?\d+(?:\.\d+)?)([a-z]*)$/iu;
const DATE = /^\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+Z?)?)?$/u;

/** Reads the value at the beginning of the tokens. Returns null if they do not begin with a value of this unit. */
export function readValue(tokens: readonly Token[], unit: Unit): QueryValue | null {
  const [token, next] = tokens;
  if (token === undefined || token.kind === 'operator') return null;
  if (unit === 'text') return { value: token.text.toLowerCase(), text: JSON.stringify(token.text), taken: 1 };
  if (token.kind === 'phrase') return null;
  if (unit === 'date') return readDate(token.text);
  const [, digits, suffix = ''] = NUMBER.exec(token.text) ?? [];
  if (digits === undefined) return null;
  if (unit !== 'time') return suffix === '' ? { value: Number(digits), text: digits, taken: 1 } : null;
  return readTime(digits, suffix, next);
}

function readTime(digits: string, suffix: string, next: Token | undefined): QueryValue | null {
  const isApart = suffix === '' && next?.kind === 'word' && TIMES.has(next.text.toLowerCase());
  const unit = isApart ? next.text.toLowerCase() : suffix.toLowerCase() || 's';
  const factor = TIMES.get(unit);
  if (factor === undefined) return null;
  return { value: Number(digits) * factor, text: `${digits} ${unit}`, taken: isApart ? 2 : 1 };
}

function readDate(text: string): QueryValue | null {
  const ms = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : { value: ms, text, taken: 1 };
}
