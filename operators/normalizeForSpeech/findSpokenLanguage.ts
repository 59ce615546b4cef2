import { german } from './languages/de.ts';
import { english } from './languages/en.ts';
import { spanish } from './languages/es.ts';
import { french } from './languages/fr.ts';
import type { SpokenLanguage } from './languages/language.ts';

const LANGUAGES: Readonly<Record<string, SpokenLanguage>> = { de: german, en: english, es: spanish, fr: french };

/** Returns the words of a BCP-47 tag's language; null if there are none: signs then stay as they are written. */
export function findSpokenLanguage(tag: string): SpokenLanguage | null {
  return LANGUAGES[tag.toLowerCase().split(/[-_]/u, 1)[0] ?? ''] ?? null;
}
