import { phrases as ar } from '../languages/ar/phrases.ts';
import { phrases as de } from '../languages/de/phrases.ts';
import { phrases as en } from '../languages/en/phrases.ts';
import { phrases as es } from '../languages/es/phrases.ts';
import { phrases as fr } from '../languages/fr/phrases.ts';
import { phrases as hi } from '../languages/hi/phrases.ts';
import { phrases as it } from '../languages/it/phrases.ts';
import { phrases as ja } from '../languages/ja/phrases.ts';
import { phrases as ko } from '../languages/ko/phrases.ts';
import { phrases as nl } from '../languages/nl/phrases.ts';
import { phrases as pl } from '../languages/pl/phrases.ts';
import { phrases as pt } from '../languages/pt/phrases.ts';
import { phrases as sv } from '../languages/sv/phrases.ts';
import { phrases as tr } from '../languages/tr/phrases.ts';
import { phrases as zh } from '../languages/zh/phrases.ts';
import type { PhraseLanguage } from '../languages/language.ts';
import type { LanguagePhrases } from '../languages/languagePhrases.ts';
import { mapNames } from '../names.ts';

const PHRASES: Readonly<Record<PhraseLanguage, LanguagePhrases>> = {
  ar,
  de,
  en,
  es,
  fr,
  hi,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  sv,
  tr,
  zh,
};

export const PHRASE_LANGUAGES: readonly PhraseLanguage[] = Object.keys(PHRASES) as PhraseLanguage[];

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
