import { playConversation, type Conversation } from './playConversation.ts';
import { drawConversation, type View } from './drawConversation.ts';
import type { PlayedSessionOptions } from '../support/playSession.ts';

/** A section of the proofs. */
export interface Section {
  readonly title: string;
  /** Markdown. */
  readonly intro: string;
  readonly rules: readonly Rule[];
}

export interface Rule {
  readonly title: string;
  /** One or two sentences. */
  readonly rule: string;
  /** The setting or the number at whose edges it is played. */
  readonly threshold?: string | undefined;
  /** Below, at and above the threshold. */
  readonly cases: readonly Case[];
}

export interface Case {
  readonly name: string;
  /** The result, in the reader's words. */
  readonly expected: string;
  /** Plays the case on the first call; later calls return the same outcome. */
  readonly outcome: () => Promise<Outcome>;
}

export interface Outcome {
  readonly result: string;
  readonly picture: string;
}

export interface RuleOptions<N> extends Omit<Rule, 'cases'> {
  /** The conversation, for one value. */
  readonly play: (value: N) => PlayedSessionOptions;
  /** Describes the result in the reader's words. */
  readonly result: (conversation: Conversation) => string;
  /** What the picture shows. Default: no picture. */
  readonly shows?: View | undefined;
  /** Name of the value, the value, the expected result. */
  readonly cases: readonly (readonly [name: string, value: N, expected: string])[];
}

/** Makes a rule that is played as a conversation, once for each case. */
export function createRule<N>({ play, result, shows, cases, ...words }: RuleOptions<N>): Rule {
  const outcomeOf = async (value: N): Promise<Outcome> => {
    const conversation = await playConversation(play(value));
    return { result: result(conversation), picture: shows === undefined ? '' : drawConversation(conversation, shows) };
  };
  return {
    ...words,
    cases: cases.map(([name, value, expected]) => ({ name, expected, outcome: once(() => outcomeOf(value)) })),
  };
}

/** Returns the value of `make`, which is called at most once. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
