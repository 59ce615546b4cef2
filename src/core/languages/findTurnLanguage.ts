import { turns as de } from './de/turns.ts';
import { turns as en } from './en/turns.ts';
import { turns as es } from './es/turns.ts';
import { turns as fr } from './fr/turns.ts';
import { findTable, type LanguageTables } from './language.ts';
import type { TurnLanguage } from './turnLanguage.ts';

const TURN_LANGUAGES: LanguageTables<() => TurnLanguage> = {
  ar: null,
  de,
  en,
  es,
  fr,
  hi: null,
  it: null,
  ja: null,
  ko: null,
  nl: null,
  pl: null,
  pt: null,
  sv: null,
  tr: null,
  zh: null,
};

/** Finds the turn rules of a language by its BCP-47 tag; undefined if there are none. */
export function findTurnLanguage(tag: string | undefined): TurnLanguage | undefined {
  return findTable(TURN_LANGUAGES, tag ?? '')?.();
}
