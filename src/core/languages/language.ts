import { primaryLanguage } from './primaryLanguage.ts';

/** ISO 639-1 code of a language with built-in lists. */
export type PhraseLanguage =
  | 'ar'
  | 'de'
  | 'en'
  | 'es'
  | 'fr'
  | 'hi'
  | 'it'
  | 'ja'
  | 'ko'
  | 'nl'
  | 'pl'
  | 'pt'
  | 'sv'
  | 'tr'
  | 'zh';

/** One table per language; null if it is not written yet. The compiler asks a new language for each. */
export type LanguageTables<Table> = Readonly<Record<PhraseLanguage, Table | null>>;

/** Finds the table of a language by its BCP-47 tag; null if there is none. */
export function findTable<Table>(tables: LanguageTables<Table>, tag: string): Table | null {
  const language = primaryLanguage(tag);
  return Object.hasOwn(tables, language) ? tables[language as PhraseLanguage] : null;
}
