import { dutch } from './languages/nl.ts';
import { english } from './languages/en.ts';
import { french } from './languages/fr.ts';
import { german } from './languages/de.ts';
import { italian } from './languages/it.ts';
import { japanese } from './languages/ja.ts';
import { portuguese } from './languages/pt.ts';
import { polish } from './languages/pl.ts';
import { swedish } from './languages/sv.ts';
import { korean } from './languages/ko.ts';
import { chinese } from './languages/zh.ts';
import { arabic } from './languages/ar.ts';
import { hindi } from './languages/hi.ts';
import { turkish } from './languages/tr.ts';
import { spanish } from './languages/es.ts';
import { mapNames } from '../names.ts';
import type { LanguagePhrases } from './languagePhrases.ts';

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

export const PHRASE_LANGUAGES: readonly PhraseLanguage[] = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'hi',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'sv',
  'tr',
  'zh',
];

const PHRASES: Readonly<Record<PhraseLanguage, LanguagePhrases>> = {
  ar: arabic,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  hi: hindi,
  it: italian,
  ja: japanese,
  ko: korean,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  sv: swedish,
  tr: turkish,
  zh: chinese,
};

/** Phrases of one kind, by language. */
export type PhraseLists = Readonly<Record<PhraseLanguage, readonly string[]>>;

/**
 * The built-in backchannels by language, for the config field `backchannels`: `[...backchannels.en, 'go on']`.
 *
 * @example
 * ```ts
 * import { backchannels, type SessionConfig } from 'antiphon';
 *
 * export const settings: Partial<SessionConfig> = { backchannels: [...backchannels.en, 'go on'] };
 * ```
 */
export const backchannels: PhraseLists = mapNames(PHRASE_LANGUAGES, (language) => PHRASES[language].backchannels);

/**
 * The built-in interrupt phrases by language, for the config field `interrupt_phrases`:
 * `[...interruptPhrases.en, 'not now']`.
 *
 * @example
 * ```ts
 * import { interruptPhrases, type SessionConfig } from 'antiphon';
 *
 * export const settings: Partial<SessionConfig> = { interrupt_phrases: [...interruptPhrases.en, 'not now'] };
 * ```
 */
export const interruptPhrases: PhraseLists = mapNames(
  PHRASE_LANGUAGES,
  (language) => PHRASES[language].interruptPhrases,
);

export const greetings: PhraseLists = mapNames(PHRASE_LANGUAGES, (language) => PHRASES[language].greetings);

/**
 * The built-in phrases for asking whether somebody is there, by language, for the config field `remarks`:
 * `[...checks.en, 'maria']`.
 *
 * @example
 * ```ts
 * import { checks, type SessionConfig } from 'antiphon';
 *
 * export const settings: Partial<SessionConfig> = { remarks: [...checks.en, 'maria'] };
 * ```
 */
export const checks: PhraseLists = mapNames(PHRASE_LANGUAGES, (language) => PHRASES[language].checks);

/**
 * The built-in phrases for saying that there is no hurry, by language.
 *
 * @example
 * ```ts
 * import { checks, patience, type SessionConfig } from 'antiphon';
 *
 * export const settings: Partial<SessionConfig> = { remarks: [...checks.de, ...patience.de] };
 * ```
 */
export const patience: PhraseLists = mapNames(PHRASE_LANGUAGES, (language) => PHRASES[language].patience);

export const corrections: PhraseLists = mapNames(PHRASE_LANGUAGES, (language) => PHRASES[language].corrections);
