import { speech as de } from './de/speech.ts';
import { speech as en } from './en/speech.ts';
import { speech as es } from './es/speech.ts';
import { speech as fr } from './fr/speech.ts';
import { findTable, type LanguageTables } from './language.ts';
import type { SpokenLanguage } from './spokenLanguage.ts';

const SPOKEN_LANGUAGES: LanguageTables<SpokenLanguage> = {
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

/** Returns the words for the language of a BCP-47 tag; null if it is not supported, so that signs stay as written. */
export function findSpokenLanguage(tag: string): SpokenLanguage | null {
  return findTable(SPOKEN_LANGUAGES, tag);
}
