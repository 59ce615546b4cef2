import type { AgentText } from '../../src/core/turnModel.ts';
import { askedDigits, findDictation, findTelephone, type Dictation, type Telephone } from './dictation.ts';
import type { Phrase, TurnLanguage } from '../../src/core/languages/turnLanguage.ts';
import { findLastQuestion } from '../../src/core/questions.ts';
import { endsWith, tokensOf } from '../../src/core/languages/tokens.ts';

/** Probabilities that a text is a complete turn. They rank the rules and are not measured. */
export const CERTAINTY = {
  hesitation: 0.05,
  openWord: 0.1,
  openPhrase: 0.15,
  dictation: 0.2,
  whole: 0.9,
} as const;

/** Scores a text by its words: the probability, from 0 to 1, that the user has finished; 0 without words. */
export function scoreText(text: string, language: TurnLanguage, agent: AgentText): number {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return 0;
  if (isHesitation(tokens, language)) return CERTAINTY.hesitation;
  const question = questionOf(agent);
  const dictation = findDictation(tokens, language);
  const telephone = findTelephone(text);
  if (telephone !== null || isDictating(dictation, language, question))
    return isComplete(dictation, telephone, language, agent) ? CERTAINTY.whole : CERTAINTY.dictation;
  if (endsWithAny(tokens, language.openPhrases)) return CERTAINTY.openPhrase;
  if (isShortAnswer(tokens, language, question)) return CERTAINTY.whole;
  return isOpen(tokens, language) ? CERTAINTY.openWord : CERTAINTY.whole;
}

/** Returns the words of the agent's last sentence; none if it is not a question. */
function questionOf({ heard }: AgentText): readonly string[] {
  const end = findLastQuestion(heard);
  if (end === undefined) return [];
  return tokensOf(
    heard
      .slice(0, end)
      .split(/[.!?…]\s+/u)
      .at(-1) ?? '',
  );
}

function endsWithAny(tokens: readonly string[], phrases: readonly Phrase[]): boolean {
  return phrases.some((phrase) => endsWith(tokens, phrase));
}

function isHesitation(tokens: readonly string[], { hesitations, openings }: TurnLanguage): boolean {
  const isOpening = openings.some((phrase) => phrase.length === tokens.length && endsWith(tokens, phrase));
  return isOpening || endsWithAny(tokens, hesitations);
}

/** Returns whether the text ends with a word that needs a continuation. */
function isOpen(tokens: readonly string[], language: TurnLanguage): boolean {
  const last = tokens.at(-1) ?? '';
  if (tokens.length === 1 && isAnswer(last, language)) return false;
  if (language.prepositions.includes(last)) return !endsQuestion(tokens, language);
  if (language.auxiliaries.includes(last)) return !endsClause(tokens, language);
  return language.openWords.includes(last);
}

/**
 * Returns whether the words are a pronoun and a verb that answer a question beginning with a verb: "is it urgent?", "it
 * is".
 */
function isShortAnswer(
  tokens: readonly string[],
  { auxiliaries }: TurnLanguage,
  [first = '']: readonly string[],
): boolean {
  return tokens.length === 2 && auxiliaries.includes(tokens[1] ?? '') && auxiliaries.includes(first);
}

/** Returns whether a preposition ends a question: "what is it for", "I know what that is about". */
function endsQuestion(tokens: readonly string[], language: TurnLanguage): boolean {
  if (beginsClause(tokens[0] ?? '', language)) return true;
  const isAfterVerb = language.auxiliaries.includes(tokens.at(-2) ?? '');
  return isAfterVerb && tokens.some((word) => language.questionWords.includes(word));
}

/** Returns whether a single word is an answer: "yes", "one", "why". */
function isAnswer(word: string, { answers, questionWords, digits }: TurnLanguage): boolean {
  return answers.includes(word) || digits.flat().includes(word) || questionWords.includes(word);
}

/**
 * Returns whether a verb ends an answer ("yes it is") or a clause ("I know what that is"), or is not a verb ("the third
 * of May").
 */
function endsClause(tokens: readonly string[], language: TurnLanguage): boolean {
  if (language.prepositions.includes(tokens.at(-2) ?? '')) return true;
  if (language.answers.includes(tokens[0] ?? '')) return tokens.length <= 4;
  return tokens.slice(0, -2).some((word) => beginsClause(word, language));
}

function beginsClause(word: string, { questionWords, clauseWords }: TurnLanguage): boolean {
  return questionWords.includes(word) || clauseWords.includes(word);
}

/** Returns whether several pieces are dictated, or digits with a leading zero, which a quantity never has. */
function isPlainlyDictated({ pieces, singles, digits, letters, figures }: Dictation): boolean {
  if (letters.length >= 2 && digits === 0) return true;
  return singles >= 3 || (pieces >= 2 && digits >= 5) || /^0\d/u.test(figures);
}

/**
 * Returns whether the text ends in dictation: several pieces, digits with a leading zero, or digits after an
 * announcement ("my number is") or the agent's request for a number. Without a question, a bare group of three or more
 * digits counts as well. Any other single number is an answer.
 */
function isDictating(dictation: Dictation, { leadIns, answers }: TurnLanguage, question: readonly string[]): boolean {
  const { singles, digits, letters, before, figures } = dictation;
  if (isPlainlyDictated(dictation)) return true;
  const isLedIn = (words: readonly string[]): boolean => words.some((word) => leadIns.includes(word));
  const isAsked = isLedIn([...before, ...question]);
  if (digits + letters.length >= 3 && isAsked) return true;
  if (singles >= 2 && isAsked) return true;
  return figures.length >= 3 && question.length === 0 && before.every((word) => answers.includes(word));
}

/** The minimum number of digits in a telephone number with a country code. */
const INTERNATIONAL_DIGITS = 11;

/**
 * Returns whether the dictation is complete: it has a usual length or the length that the agent asked for, or it spells
 * a word said before.
 */
function isComplete(
  { digits, letters, before }: Dictation,
  telephone: Telephone,
  language: TurnLanguage,
  agent: AgentText,
): boolean {
  if (telephone === 'international') return digits >= INTERNATIONAL_DIGITS;
  if (letters !== '' && before.includes(letters)) return true;
  const asked = askedDigits(agent.heard, language);
  return asked === undefined ? language.numberLengths.includes(digits) : digits >= asked;
}
