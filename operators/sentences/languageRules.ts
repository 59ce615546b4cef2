import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { createTextSegmenter, type TextSegmenter } from '../../src/core/textSegmenter.ts';
import { abbreviationsOf, type Abbreviations } from './abbreviations.ts';

/** The segmenters and abbreviations for cutting texts in one language. */
export interface LanguageRules {
  readonly sentences: TextSegmenter;
  readonly words: TextSegmenter;
  readonly graphemes: TextSegmenter;
  readonly abbreviations: Abbreviations;
}

/** Number of languages whose rules are cached. */
const MAX_KEPT = 64;

const kept = new Map<string, LanguageRules>();

/**
 * Returns the rules of a language. Caches them, because creating them takes a tenth of a millisecond and each session
 * needs them.
 *
 * @throws RangeError if `language` is not a BCP-47 tag
 */
export function languageRulesOf(language: string): LanguageRules {
  const known = kept.get(language);
  if (known !== undefined) return known;
  const rules = createRules(language);
  if (kept.size === MAX_KEPT) kept.clear();
  kept.set(language, rules);
  return rules;
}

function createRules(language: string): LanguageRules {
  return {
    sentences: createTextSegmenter('sentence', language),
    words: createTextSegmenter('word', language),
    graphemes: createTextSegmenter('grapheme', language),
    abbreviations: abbreviationsOf(primaryLanguage(language)),
  };
}
