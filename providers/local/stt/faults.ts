import type { Decoder, Language } from './engine.ts';
import { wordsOf } from './jsgf.ts';
import type { GrammarFault } from './messages.ts';

/** What is wrong with a grammar in JSGF, by the judgement of the engine itself; each word that it does not know is named. */
export function faultsOf(grammar: string, language: Language, decoder: Decoder): readonly GrammarFault[] {
  const complaints = decoder.setGrammar(grammar);
  if (complaints.length === 0) return [];
  const unknown = complaints.some((complaint) => UNKNOWN_WORD.test(complaint))
    ? wordsOf(grammar).filter((word) => !decoder.knows(word))
    : [];
  if (unknown.length === 0) return [{ expected: 'a grammar in JSGF', got: complaints.join('; ') }];
  return unknown.map((word) => ({ expected: `a word of the ${language} dictionary, in lower case`, got: word }));
}

const UNKNOWN_WORD = /^The word .* is missing in the dictionary/u;
