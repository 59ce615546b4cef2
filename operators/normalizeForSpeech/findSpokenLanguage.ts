import { german } from './languages/de.ts';
import { english } from './languages/en.ts';
import { spanish } from './languages/es.ts';
import { french } from './languages/fr.ts';
import type { SpokenLanguage } from './languages/language.ts';

const LANGUAGES: Readonly<Record<string, SpokenLanguage>> = { de: german, en: english, es: spanish, fr: french };

/** Returns the words for the language of a BCP-47 tag; null if it is not supported, so that signs stay as written. */
export function findSpokenLanguage(tag: string): SpokenLanguage | null {
  return LANGUAGES[tag.toLowerCase().split(/[-_]/u, 1)[0] ?? ''] ?? null;
}
