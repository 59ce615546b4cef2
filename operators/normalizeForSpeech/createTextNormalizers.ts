import { createDictionary } from './dictionary.ts';
import { findSpokenLanguage } from '../../src/core/languages/findSpokenLanguage.ts';
import { TextNormalizer } from './textNormalizer.ts';

export interface NormalizeForSpeechOptions {
  /** BCP-47 tag of the text. Numbers, signs and addresses are spelled out in English, French, German and Spanish. */
  readonly language: string;
  /**
   * Spoken forms of words or phrases: `{ SQL: 'sequel' }`. A key in lower case matches in any case; a key with a
   * capital letter matches only as written. @default {}
   */
  readonly dictionary?: Readonly<Record<string, string>> | undefined;
  /** Applies all rules; if false, only the dictionary applies. @default true */
  readonly normalize?: boolean | undefined;
}

/** Returns a factory of normalizers, one for each text. */
export function createTextNormalizers(options: NormalizeForSpeechOptions): () => TextNormalizer {
  const { language, dictionary = {}, normalize: normalizes = true } = options;
  const words = { language: findSpokenLanguage(language), dictionary: createDictionary(dictionary), normalizes };
  return () => new TextNormalizer(words);
}
