import { german } from './languages/de.ts';
import { english } from './languages/en.ts';
import { spanish } from './languages/es.ts';
import { french } from './languages/fr.ts';
import type { TurnLanguage } from './languages/language.ts';

/** The languages with rules, by the primary subtag of a BCP-47 tag. */
const TURN_LANGUAGES: Readonly<Record<string, () => TurnLanguage>> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
};

/** Finds the rules of a language by its BCP-47 tag; undefined if there are none. */
export function findTurnLanguage(tag: string | undefined): TurnLanguage | undefined {
  return TURN_LANGUAGES[tag?.toLowerCase().split('-', 1)[0] ?? '']?.();
}
