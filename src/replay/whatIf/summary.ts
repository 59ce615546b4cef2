import type { Outcome } from './outcome/outcome.ts';

/** Figures for one or several conversations. */
export interface Summary {
  readonly turns: number;
  /** Recorded turns that got no answer; see `PlayedAnswer`. */
  readonly unanswered: number;
  /** Waits in ms over the turns that are compared. Null if none was answered. */
  readonly waitMs: { readonly mean: number; readonly median: number; readonly p90: number } | null;
  readonly cutOff: number;
  readonly interruptions: number;
  readonly falseInterruptions: number;
  readonly failed: number;
}

/** Summarises outcomes as one conversation. `waits` are the waits to compare, in ms. */
export function summaryOf(outcomes: readonly Outcome[], waits: readonly number[]): Summary {
  const turns = outcomes.flatMap((outcome) => outcome.turns);
  const interruptions = outcomes.flatMap((outcome) => outcome.interruptions);
  return {
    turns: turns.length,
    unanswered: unansweredIn(outcomes),
    waitMs: figuresOf(waits),
    cutOff: turns.filter(({ cutOff }) => cutOff).length,
    interruptions: interruptions.length,
    falseInterruptions: interruptions.filter(({ isFalse }) => isFalse).length,
    failed: turns.filter(({ reply }) => reply === 'failed').length,
  };
}

export function unansweredIn(outcomes: readonly Outcome[]): number {
  return outcomes.flatMap(({ answers }) => answers.filter(({ kind }) => kind === 'none')).length;
}

function figuresOf(values: readonly number[]): Summary['waitMs'] {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return {
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    median: quantile(0.5),
    p90: quantile(0.9),
  };
}

/** The user's wait after a recorded turn, in ms. Null if the turn got no answer of its own. */
export type Wait = number | null;

export function waitsOf(outcomes: readonly Outcome[]): readonly Wait[] {
  return outcomes.flatMap(({ answers }) => answers.map((answer) => (answer.kind === 'heard' ? answer.waitMs : null)));
}

/** Selects the waits of turns answered in both runs. A turn answered in only one would distort the comparison. */
export function waitsInBoth(own: readonly Wait[], other: readonly Wait[]): readonly number[] {
  return own.flatMap((wait, n) => (wait === null || (other[n] ?? null) === null ? [] : [wait]));
}

/**
 * Selects the waits of the turns that were answered as recorded, so that all settings are compared over the same turns.
 * A turn that is unanswered here counts with its recorded wait. Returns an empty list if none of them is answered.
 */
export function waitsBeside(own: readonly Wait[], recorded: readonly Wait[]): readonly number[] {
  if (waitsInBoth(own, recorded).length === 0) return [];
  return recorded.flatMap((wait, n) => (wait === null ? [] : [own[n] ?? wait]));
}
