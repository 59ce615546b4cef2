import { lazy } from '../lazy.ts';
import { mapNames } from '../names.ts';
import {
  PHRASE_LANGUAGES,
  backchannels,
  greetings,
  interruptPhrases,
  type PhraseLanguage,
  type PhraseLists,
} from './lists.ts';
import { beginsWithLong, consistsOf } from './consistsOf.ts';
import { createPhraseTree, type PhraseTree } from './phraseTree.ts';
import { spell, type Letter } from './spelling.ts';

/** Decides by lists of phrases what a text means that the user says over the agent. */
export interface Phrases {
  /** Returns whether the text is no question and no interrupt phrase, and consists of nothing but backchannels, such as "yeah, okay". */
  isBackchannel(text: string): boolean;
  /** Returns whether the text consists of nothing but greetings and backchannels, with at least one greeting. */
  isGreeting(text: string): boolean;
  /**
   * Returns whether the text consists of nothing but interrupt phrases and backchannels, with at least one phrase, or begins,
   * after leading backchannels, with an interrupt phrase of at least two words.
   */
  isInterruptPhrase(text: string): boolean;
}

export interface PhrasesOptions {
  /** `'default'`: the built-in lists of the languages. @default 'default' */
  readonly backchannels?: PhraseChoice | undefined;
  /** `'default'`: the built-in lists of the languages. Default: none. */
  readonly interruptPhrases?: PhraseChoice | undefined;
  /** BCP-47 tags of the spoken languages; an empty array: all languages that have lists. @default [] */
  readonly languages?: readonly string[] | undefined;
}

export type PhraseChoice = 'default' | readonly string[];

/** Creates the decisions by lists of phrases. Languages without built-in lists add none. */
export function createPhrases(options: PhrasesOptions = {}): Phrases {
  const { backchannels = 'default', interruptPhrases = [] } = options;
  const languages = selectLanguages(options.languages ?? []);
  const backchannel = selectTrees(DEFAULTS.backchannels, backchannels, languages);
  const greeting = selectTrees(DEFAULTS.greetings, 'default', languages);
  const interrupt = selectTrees(DEFAULTS.interruptPhrases, interruptPhrases, languages);
  const interrupts = (letters: readonly Letter[]): boolean =>
    consistsOf(letters, interrupt, backchannel) || beginsWithLong(letters, interrupt, backchannel);
  return {
    isBackchannel: (text) => {
      if (QUESTION_MARK.test(text)) return false;
      const letters = spell(text);
      return consistsOf(letters, backchannel) && !interrupts(letters);
    },
    isGreeting: (text) => consistsOf(spell(text), greeting, backchannel),
    isInterruptPhrase: (text) => interrupts(spell(text)),
  };
}

/** The question marks of all scripts. In Greek it is a semicolon. */
const QUESTION_MARK = /[?¿\u037E՞؟፧᥅⁇-⁉‽⳺⳻⸘⸮꘏꛷︖﹖？\u{11143}\u{1E95F}\u{2753}\u{2754}]|\p{Script=Greek};/u;

type Trees = readonly PhraseTree[];
type DefaultTrees = Readonly<Record<PhraseLanguage, () => PhraseTree>>;

/** The trees of the built-in lists, which all sessions share. Each is created when it is first selected. */
const DEFAULTS = {
  backchannels: createDefaultTrees(backchannels),
  greetings: createDefaultTrees(greetings),
  interruptPhrases: createDefaultTrees(interruptPhrases),
};

function createDefaultTrees(lists: PhraseLists): DefaultTrees {
  return mapNames(PHRASE_LANGUAGES, (language) => lazy(() => createPhraseTree(lists[language])));
}

/** Selects the languages with lists. */
function selectLanguages(tags: readonly string[]): readonly PhraseLanguage[] {
  if (tags.length === 0) return PHRASE_LANGUAGES;
  const spoken = tags.map((tag) => tag.toLowerCase().split(/[-_]/u)[0]);
  return PHRASE_LANGUAGES.filter((language) => spoken.includes(language));
}

function selectTrees(defaults: DefaultTrees, chosen: PhraseChoice, languages: readonly PhraseLanguage[]): Trees {
  return chosen === 'default' ? languages.map((language) => defaults[language]()) : [createPhraseTree(chosen)];
}
