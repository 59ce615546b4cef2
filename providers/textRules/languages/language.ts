import { tokensOf } from '../tokens.ts';

/** The words of a phrase. */
export type Phrase = readonly string[];

/** What the rules know of a language. All words in lower case, with plain apostrophes. */
export interface TurnLanguage {
  /** Sounds and phrases of somebody who looks for words: "um", "let me see". At the end of a text. */
  readonly hesitations: readonly Phrase[];
  /** Beginnings of a turn: "well". As a whole text. */
  readonly openings: readonly Phrase[];
  /** Words after which something follows: "and", "my". At the end of a text. */
  readonly openWords: readonly string[];
  /** Prepositions, which may also end a question: "what is it for". */
  readonly prepositions: readonly string[];
  /** Verbs after which something follows: "is", "could". They may also end an answer ("yes it is") or a clause ("what that is"). */
  readonly auxiliaries: readonly string[];
  /** Words that ask: "what". */
  readonly questionWords: readonly string[];
  /** Other words that begin a question or a clause: "because", "does". */
  readonly clauseWords: readonly string[];
  /** Words that begin an answer: "yes". */
  readonly answers: readonly string[];
  /** Beginnings that are not a turn by themselves: "i'd like to". At the end of a text. */
  readonly openPhrases: readonly Phrase[];
  /** Words after which a number or a name is dictated: "my number is". They may stand anywhere in front of it. */
  readonly leadIns: readonly string[];
  /** The digits 0 to 9, each with all its words. */
  readonly digits: readonly (readonly string[])[];
  /** The words for 10 to 19. */
  readonly teens: readonly string[];
  /** The words for 20, 30 … 90, behind which a digit may stand. */
  readonly tens: readonly string[];
  /** Words that repeat the digit behind them, with how often it then stands: "double". */
  readonly repeats: Readonly<Record<string, number>>;
  /** How many digits a telephone number or a payment card has, where that is the same for most. */
  readonly numberLengths: readonly number[];
  /** Finds in the agent's question how many digits it asks for: one pattern with the number as its group. */
  readonly askedDigits: RegExp;
}

/** Splits a list of words. */
export function words(list: string): readonly string[] {
  return list.trim().split(/\s+/u);
}

/** Splits a list of phrases, with a comma between them. */
export function phrases(list: string): readonly Phrase[] {
  return list.split(',').map(tokensOf);
}
