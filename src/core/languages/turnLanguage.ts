import { tokensOf } from './tokens.ts';

/** The words of a phrase. */
export type Phrase = readonly string[];

/** The word lists of a language, in lower case with plain apostrophes. */
export interface TurnLanguage {
  /** Sounds and phrases of somebody searching for words, at the end of a text: "um", "let me see". */
  readonly hesitations: readonly Phrase[];
  /** Beginnings of a turn that are the whole text: "well". */
  readonly openings: readonly Phrase[];
  /** Words that need a continuation, at the end of a text: "and", "my". */
  readonly openWords: readonly string[];
  /** Prepositions, which can also end a question: "what is it for". */
  readonly prepositions: readonly string[];
  /**
   * Verbs that need a continuation: "is", "could". They can also end an answer ("yes it is") or a clause ("what that
   * is").
   */
  readonly auxiliaries: readonly string[];
  /** Question words: "what". */
  readonly questionWords: readonly string[];
  /** Other words that begin a question or a clause: "because", "does". */
  readonly clauseWords: readonly string[];
  /** Words that begin an answer: "yes". */
  readonly answers: readonly string[];
  /** Beginnings that are not a complete turn, at the end of a text: "i'd like to". */
  readonly openPhrases: readonly Phrase[];
  /** Words that announce a dictated number or name: "my number is". They may appear anywhere before it. */
  readonly leadIns: readonly string[];
  /** The digits 0 to 9, each with all its words. */
  readonly digits: readonly (readonly string[])[];
  /** The words for 10 to 19. */
  readonly teens: readonly string[];
  /** The words for 20, 30 … 90, which may be followed by a digit. */
  readonly tens: readonly string[];
  /** Words that repeat the following digit, with the number of repetitions: "double". */
  readonly repeats: Readonly<Record<string, number>>;
  /** The usual numbers of digits in telephone and payment card numbers. */
  readonly numberLengths: readonly number[];
  /** Matches the number of digits that the agent asks for, as its only group. */
  readonly askedDigits: RegExp;
}

/** Splits a list of words. */
export function words(list: string): readonly string[] {
  return list.trim().split(/\s+/u);
}

/** Splits a comma-separated list of phrases. */
export function phrases(list: string): readonly Phrase[] {
  return list.split(',').map(tokensOf);
}
