import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import type { FilledSpeechmaticsStt } from './settings.ts';

/** Codes of Speechmatics that differ from the primary subtags of BCP 47. */
const CODES: Readonly<Record<string, string>> = { zh: 'cmn', nb: 'no', nn: 'no', fil: 'tl' };

/** Returns Speechmatics' code of a BCP-47 tag. */
export function toSpeechmaticsLanguage(tag: string): string {
  const primary = primaryLanguage(tag);
  return CODES[primary] ?? primary;
}

/** Lists the languages of a code, which may be a pack of several. The first is in the variant of `output_locale`. */
export function listSpeechmaticsLanguages(
  settings: Pick<FilledSpeechmaticsStt, 'language' | 'output_locale' | 'domain'>,
): readonly string[] {
  const { language, output_locale, domain } = settings;
  const codes = [...language.split('_'), ...(BILINGUAL.test(domain ?? '') || language === 'tl' ? ['en'] : [])];
  const tags = codes.flatMap((code) => Intl.getCanonicalLocales(code));
  const isVariant = output_locale !== undefined && primaryLanguage(output_locale) === tags[0];
  return isVariant ? [output_locale, ...tags.slice(1)] : tags;
}

const BILINGUAL = /^bilingual-en$/u;
