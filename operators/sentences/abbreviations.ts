import { findTable } from '../../src/core/languages/language.ts';
import { WRITINGS } from '../../src/core/languages/writings.ts';

/** The meanings of a dot in one language. Words are in lower case, without their last dot. */
export interface Abbreviations {
  /** Words that are always abbreviations. */
  readonly anywhere: ReadonlySet<string>;
  /** Words that are abbreviations only before a number ("No. 5"), and ordinary words otherwise ("No."). */
  readonly beforeNumber: ReadonlySet<string>;
  /** True if a dot makes a number an ordinal ("3. Mai"). */
  readonly ordinals: boolean;
}

/**
 * Returns the abbreviations of a language (`de`, not `de-AT`), or the common ones if it has no table. Single
 * letters ("z. B.", "e.g.", "J. R. R.") need no table.
 */
export function abbreviationsOf(language: string): Abbreviations {
  const writing = findTable(WRITINGS, language);
  return {
    anywhere: new Set([...words(EVERYWHERE), ...words(writing?.abbreviations ?? '')]),
    beforeNumber: new Set([...words(NUMBERED), ...words(writing?.abbreviationsBeforeNumbers ?? '')]),
    ordinals: writing?.hasOrdinalDot ?? ORDINAL_DOT.has(language),
  };
}

function words(list: string): string[] {
  return list.split(' ').filter((word) => word !== '');
}

const EVERYWHERE = 'dr prof mr mrs ms st etc vs inc ltd jr';
const NUMBERED = 'no nr fig art vol tel cap p pp';

/** Languages without a table in which a dot makes a number an ordinal. */
const ORDINAL_DOT: ReadonlySet<string> = new Set(words('da nb nn no fi et lv lt cs sk pl sl hr sr bs hu is tr'));
