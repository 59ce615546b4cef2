import type { PhraseLanguage } from '../languages/language.ts';
import { primaryLanguage } from '../languages/primaryLanguage.ts';
import { lazy } from '../lazy.ts';
import { mapNames } from '../names.ts';
import {
  PHRASE_LANGUAGES,
  backchannels,
  checks,
  corrections,
  greetings,
  interruptPhrases,
  patience,
  type PhraseLists,
} from './lists.ts';
import { beginsWith, consistsOf, mayBecome } from './consistsOf.ts';
import { createPhraseTree, type PhraseTree } from './phraseTree.ts';
import { spell, type Letter } from './spelling.ts';

/** Classifies what the user says over the agent, by lists of phrases. */
export interface Phrases {
  /**
   * Returns whether the text consists only of backchannels, such as "yeah, okay", and is neither a question nor an
   * interrupt phrase.
   */
  isBackchannel(text: string): boolean;
  /** Returns whether further words could make the text a backchannel, as with "got" ("got it"). */
  mayBecomeBackchannel(text: string): boolean;
  /** Returns whether the text consists only of greetings and backchannels, with at least one greeting. */
  isGreeting(text: string): boolean;
  /**
   * Returns whether the text consists only of interrupt phrases and backchannels, with at least one interrupt phrase,
   * or begins, after leading backchannels, with an interrupt phrase of at least two words. The longest match counts:
   * "no tak" is a Polish backchannel, although it begins with "no".
   */
  isInterruptPhrase(text: string): boolean;
  /**
   * Returns whether the text is an interrupt phrase regardless of what follows, because it begins with one of at least
   * two words.
   */
  beginsWithInterruptPhrase(text: string): boolean;
  /**
   * Returns whether the text consists only of remarks of a waiting user, greetings and backchannels: "hello? take your
   * time". `isAnswer`: the text may answer a question, so that only phrases such as "are you there?" count.
   */
  isRemark(text: string, isAnswer: boolean): boolean;
  /** Returns whether the text may be the beginning of a remark: "can you". */
  beginsRemark(text: string, isAnswer: boolean): boolean;
  /**
   * Returns whether the text begins, after leading backchannels, with a phrase that corrects what was said before: "no,
   * for two".
   */
  isCorrection(text: string): boolean;
}

export interface PhrasesOptions {
  /** `'default'`: the built-in lists of the languages. @default 'default' */
  readonly backchannels?: PhraseChoice | undefined;
  /** `'default'`: the built-in lists of the languages. Default: none. */
  readonly interruptPhrases?: PhraseChoice | undefined;
  /** Remarks of a waiting user; `'default'`: the built-in lists of the languages. @default 'default' */
  readonly remarks?: PhraseChoice | undefined;
  /** BCP-47 tags of the spoken languages. An empty array means all languages with built-in lists. @default [] */
  readonly languages?: readonly string[] | undefined;
}

export type PhraseChoice = 'default' | readonly string[];

/**
 * Creates the classifier from lists of phrases. Languages without built-in lists add no phrases.
 *
 * @example
 * ```ts
 * import { createPhrases } from 'antiphon';
 *
 * const { isBackchannel, isInterruptPhrase } = createPhrases({ languages: ['en'], interruptPhrases: 'default' });
 * console.log(isBackchannel('yeah, okay')); // true: the agent goes on
 * console.log(isInterruptPhrase('hold on')); // true: the agent stops
 * ```
 */
export function createPhrases(options: PhrasesOptions = {}): Phrases {
  const { backchannels = 'default', interruptPhrases = [], remarks = 'default' } = options;
  const languages = selectLanguages(options.languages ?? []);
  const backchannel = selectTrees(DEFAULTS.backchannels, backchannels, languages);
  const greeting = selectTrees(DEFAULTS.greetings, 'default', languages);
  const interrupt = selectTrees(DEFAULTS.interruptPhrases, interruptPhrases, languages);
  const check = remarks.length === 0 ? [] : [...selectTrees(DEFAULTS.checks, remarks, languages), ...greeting];
  const patient = remarks === 'default' ? selectTrees(DEFAULTS.patience, remarks, languages) : [];
  const remark = remarks.length === 0 ? [] : [...check, ...patient, ...backchannel];
  const correction = selectTrees(DEFAULTS.corrections, 'default', languages);
  const begins = (letters: readonly Letter[]): boolean => beginsWith(letters, interrupt, backchannel, 2);
  const interrupts = (letters: readonly Letter[]): boolean =>
    consistsOf(letters, interrupt, backchannel) || begins(letters);
  return {
    isBackchannel: (text) => {
      if (QUESTION_MARK.test(text)) return false;
      const letters = spell(text);
      return consistsOf(letters, backchannel) && !interrupts(letters);
    },
    mayBecomeBackchannel: (text) => mayBecome(spell(text), backchannel),
    isGreeting: (text) => consistsOf(spell(text), greeting, backchannel),
    isInterruptPhrase: (text) => interrupts(spell(text)),
    beginsWithInterruptPhrase: (text) => begins(spell(text)),
    isRemark: (text, isAnswer) => consistsOf(spell(text), isAnswer ? check : remark),
    beginsRemark: (text, isAnswer) => mayBecome(spell(text), isAnswer ? check : remark),
    isCorrection: (text) => {
      const letters = spell(text);
      return interrupts(letters) || beginsWith(letters, correction, backchannel, 1);
    },
  };
}

/** The question marks of all scripts. In Greek it is a semicolon. */
const QUESTION_MARK = /[?¿\u037E՞؟፧᥅⁇-⁉‽⳺⳻⸘⸮꘏꛷︖﹖？\u{11143}\u{1E95F}\u{2753}\u{2754}]|\p{Script=Greek};/u;

type Trees = readonly PhraseTree[];
type DefaultTrees = Readonly<Record<PhraseLanguage, () => PhraseTree>>;

/** The trees of the built-in lists, shared by all sessions. Each is created on first use. */
const DEFAULTS = {
  backchannels: createDefaultTrees(backchannels),
  greetings: createDefaultTrees(greetings),
  interruptPhrases: createDefaultTrees(interruptPhrases),
  checks: createDefaultTrees(checks),
  patience: createDefaultTrees(patience),
  corrections: createDefaultTrees(corrections),
};

function createDefaultTrees(lists: PhraseLists): DefaultTrees {
  return mapNames(PHRASE_LANGUAGES, (language) => lazy(() => createPhraseTree(lists[language])));
}

/** Selects the languages that have built-in lists. */
function selectLanguages(tags: readonly string[]): readonly PhraseLanguage[] {
  if (tags.length === 0) return PHRASE_LANGUAGES;
  const spoken = tags.map(primaryLanguage);
  return PHRASE_LANGUAGES.filter((language) => spoken.includes(language));
}

function selectTrees(defaults: DefaultTrees, chosen: PhraseChoice, languages: readonly PhraseLanguage[]): Trees {
  return chosen === 'default' ? languages.map((language) => defaults[language]()) : [createPhraseTree(chosen)];
}
