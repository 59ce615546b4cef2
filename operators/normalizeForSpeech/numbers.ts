import { escapePattern } from '../../src/core/escapePattern.ts';
import { isOfWord, MORE, REACH, type Cursor, type Match, type Verdict } from './cursor.ts';
import type { Counted, Currency, SpokenLanguage } from '../../src/core/languages/spokenLanguage.ts';

/**
 * The patterns of a language. Groups: `minus`, `inner` (a minus after the sign), `amount`, `to`, `power`, `space`,
 * `unit`.
 */
interface Patterns {
  /** A currency sign, an amount and optionally a power: `$3.50`, `$1.2M`. */
  readonly moneyBefore: RegExp;
  /** A number or a range, optionally a power, and a unit or currency: `3.5 km`, `10-20 kg`, `2 million euros`. */
  readonly measure: RegExp;
  readonly power: RegExp;
}

type Groups = Readonly<Record<string, string | undefined>>;

const AMOUNT = String.raw`\d+(?:[.,'’]\d+)*`;
const SPACE = '[ \\u00a0\\u202f]?';
const BOUNDARY = '(?![\\p{L}\\p{N}])';
const BEGINS = /^[-−\p{Sc}\p{N}]/u;
const SPACED = /[ \u00a0\u202f]/;
const RANGE = new RegExp(`^(${AMOUNT})–(${AMOUNT})${BOUNDARY}`, 'u');
const DIGITS = new RegExp(`^${AMOUNT}`, 'u');
const HUNDREDTHS = /^(?:(\d.*)[.,])?(\d{2})$/u;

/**
 * One-letter units that need a space before them, because the letter alone can mean something else: `the 90s`, `$5m`.
 */
const SPACED_UNITS: ReadonlySet<string> = new Set(['m', 's', 'V', 'W', 'L']);

const patterns = new Map<SpokenLanguage, Patterns>();

/** Speaks a number with its unit or currency, or a range of numbers. */
export function sayNumber(cursor: Cursor): Verdict {
  const { language } = cursor.words;
  if (language === null || isOfWord(cursor.place.before) || !BEGINS.test(cursor.run)) return null;
  const text = aheadOf(cursor, language);
  if (text === MORE) return MORE;
  const { moneyBefore, measure } = patternsOf(language);
  const found = moneyBefore.exec(text) ?? measure.exec(text);
  const isMeasure = found !== null && !(found.groups?.['space'] === '' && SPACED_UNITS.has(unitOf(found)));
  if (isMeasure) return { length: found[0].length, spoken: nameMeasure(language, found.groups ?? {}) };
  const range = RANGE.exec(text);
  if (range !== null) return { length: range[0].length, spoken: `${range[1]} ${language.range} ${range[2]}` };
  return sayDigits(text);
}

/** Speaks a number as written, so that no rule applies to the middle of it. */
export function sayDigits(text: string): Match | null {
  const digits = DIGITS.exec(text)?.[0];
  return digits === undefined ? null : { length: digits.length, spoken: digits };
}

/** Reads ahead after a number. Its unit may be the next word, or the one after a power. */
function aheadOf({ text, at, run, ended }: Cursor, language: SpokenLanguage): string | typeof MORE {
  let end = at + run.length;
  for (let words = 0; words < 2; words++) {
    if (!/[\d\p{L}.]$/u.test(text.slice(at, end)) || !SPACED.test(text.charAt(end))) break;
    const from = end + 1;
    const length = text.slice(from, from + REACH).search(/\s/u);
    if (length < 0 && !ended && text.length - from < REACH) return MORE;
    end = length < 0 ? text.length : from + length;
    if (!patternsOf(language).power.test(text.slice(from, end))) break;
  }
  return text.slice(at, end);
}

function patternsOf(language: SpokenLanguage): Patterns {
  const known = patterns.get(language) ?? createPatterns(language);
  patterns.set(language, known);
  return known;
}

function createPatterns({ units, currencies, powers }: SpokenLanguage): Patterns {
  const signs = oneOf(Object.keys(currencies).filter((sign) => !/\p{L}/u.test(sign)));
  const powerWords = oneOf(Object.keys(powers));
  const power = `(?:${SPACE}(?<power>${powerWords})${BOUNDARY})?`;
  const unit = oneOf([...Object.keys(units), ...Object.keys(currencies)]);
  const minus = '(?<minus>[-−])?';
  const inner = '(?<inner>[-−])?';
  const amount = `(?<amount>${AMOUNT})`;
  const range = `(?:[–-](?<to>${AMOUNT}))?`;
  return {
    moneyBefore: new RegExp(`^${minus}(?<unit>${signs})${SPACE}${inner}${amount}${range}${power}${BOUNDARY}`, 'u'),
    measure: new RegExp(`^${minus}${amount}${range}${power}(?<space>${SPACE})(?<unit>${unit})${BOUNDARY}`, 'u'),
    power: new RegExp(`^(?:${powerWords})$`, 'u'),
  };
}

function oneOf(texts: readonly string[]): string {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  return longestFirst.map(escapePattern).join('|');
}

function unitOf(found: RegExpExecArray): string {
  return found.groups?.['unit'] ?? '';
}

function nameMeasure(language: SpokenLanguage, groups: Groups): string {
  const { minus = groups['inner'], amount = '', to, power, unit = '' } = groups;
  const last = to ?? amount;
  const number = power === undefined ? last : `${last} ${language.powers[power] ?? power}`;
  const currency = language.currencies[unit];
  const named = currency === undefined ? nameUnit(language, unit, number) : nameMoney(language, currency, number);
  const from = to === undefined ? '' : `${amount} ${language.range} `;
  return `${minus === undefined ? '' : `${language.minus} `}${from}${language.elide?.(named) ?? named}`;
}

function nameUnit(language: SpokenLanguage, unit: string, number: string): string {
  return `${number} ${pick(language, language.units[unit] ?? [unit, unit], number)}`;
}

function nameMoney(language: SpokenLanguage, { name, part }: Currency, number: string): string {
  const [, whole = '0', hundredths = ''] = HUNDREDTHS.exec(number) ?? [];
  const isSplit = part !== null && hundredths !== '' && /[.,]\d{2}$/u.test(number);
  if (!isSplit) return `${number} ${pick(language, name, number)}`;
  const wholes = `${whole} ${pick(language, name, whole)}`;
  if (hundredths === '00') return wholes;
  const parts = `${Number(hundredths)} ${pick(language, part, String(Number(hundredths)))}`;
  return /^0+$/u.test(whole) ? parts : language.joinAmount(wholes, parts);
}

function pick(language: SpokenLanguage, [one, many]: Counted, number: string): string {
  return language.isOne(number) ? one : many;
}
