import { createDictionary } from './dictionary.ts';
import { findSpokenLanguage } from './findSpokenLanguage.ts';
import { TextNormalizer } from './textNormalizer.ts';

export interface NormalizeForSpeechOptions {
  /** BCP-47 tag of the text. Numbers, signs and addresses are named in English, French, German and Spanish. */
  readonly language: string;
  /**
   * What is said for a word, or for several: `{ SQL: 'sequel' }`. A key in lower case is found in any case, one with a capital
   * letter as it is written. @default {}
   */
  readonly dictionary?: Readonly<Record<string, string>> | undefined;
  /** False: nothing but the dictionary applies. @default true */
  readonly normalize?: boolean | undefined;
}

/** Creates the function that creates a normalizer for each text. */
export function createTextNormalizers(options: NormalizeForSpeechOptions): () => TextNormalizer {
  const { language, dictionary = {}, normalize: normalizes = true } = options;
  const words = { language: findSpokenLanguage(language), dictionary: createDictionary(dictionary), normalizes };
  return () => new TextNormalizer(words);
}
