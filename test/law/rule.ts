import { perform } from './perform.ts';
import type { Performance } from './perform.ts';
import { picture } from './picture.ts';
import type { View } from './picture.ts';
import type { Piece } from '../catalogue/stage.ts';

/** A section of the law, for those who choose a framework. */
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
  /** What comes of it, in the reader's words. */
  readonly expected: string;
  /** Plays it; a second time it is what came of the first. */
  readonly outcome: () => Promise<Outcome>;
}

export interface Outcome {
  readonly told: string;
  readonly picture: string;
}

export interface RuleScore<N> extends Omit<Rule, 'cases'> {
  /** The conversation, for one value. */
  readonly play: (value: N) => Piece;
  /** What came of it, in the reader's words. */
  readonly tells: (performance: Performance) => string;
  /** What the picture shows. Default: no picture. */
  readonly shows?: View | undefined;
  /** What the value is called, the value, what is told of it. */
  readonly cases: readonly (readonly [name: string, value: N, expected: string])[];
}

/** A rule that is played as a conversation, once for each case. */
export function rule<N>({ play, tells, shows, cases, ...words }: RuleScore<N>): Rule {
  const outcomeOf = async (value: N): Promise<Outcome> => {
    const performance = await perform(play(value));
    return { told: tells(performance), picture: shows === undefined ? '' : picture(performance, shows) };
  };
  return {
    ...words,
    cases: cases.map(([name, value, expected]) => ({ name, expected, outcome: once(() => outcomeOf(value)) })),
  };
}

/** What `make` makes, made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
