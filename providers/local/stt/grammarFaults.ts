import type { Decoder, Language } from './engine.ts';
import { findExcess, type GrammarFault } from './grammarBounds.ts';
import { listWords } from './jsgf.ts';

/**
 * Finds the limits that a JSGF grammar exceeds or, if there are none, the faults that the engine reports, including
 * each unknown word.
 */
export function findGrammarFaults(grammar: string, language: Language, decoder: Decoder): readonly GrammarFault[] {
  const excess = findExcess(grammar);
  if (excess.length > 0) return excess;
  const errors = decoder.setGrammar(grammar);
  if (errors.length === 0) return [];
  const unknown = errors.some((error) => UNKNOWN_WORD.test(error))
    ? listWords(grammar).filter((word) => !decoder.knows(word))
    : [];
  if (unknown.length === 0) return [{ expected: 'a grammar in JSGF', got: errors.join('; ') }];
  return unknown.map((word) => ({ expected: `a word of the ${language} dictionary, in lower case`, got: word }));
}

const UNKNOWN_WORD = /^The word .* is missing in the dictionary/u;
