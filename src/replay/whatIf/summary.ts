import type { Outcome } from './outcome/outcome.ts';

/** A conversation under one setting, or several of them, in figures. */
export interface Summary {
  readonly turns: number;
  /** Turns of the recordings that got no answer: see `Answer`. */
  readonly unanswered: number;
  /** In ms, of the turns that are compared; null: none was answered. */
  readonly waitMs: { readonly mean: number; readonly median: number; readonly p90: number } | null;
  readonly cutOff: number;
  readonly interruptions: number;
  readonly falseInterruptions: number;
  readonly failed: number;
}

/** Sums up outcomes, as if they were one conversation; `waits`: those that are to be compared, in ms. */
export function summaryOf(outcomes: readonly Outcome[], waits: readonly number[]): Summary {
  const turns = outcomes.flatMap((outcome) => outcome.turns);
  const cuts = outcomes.flatMap((outcome) => outcome.cuts);
  return {
    turns: turns.length,
    unanswered: unansweredIn(outcomes),
    waitMs: figuresOf(waits),
    cutOff: turns.filter(({ cutOff }) => cutOff).length,
    interruptions: cuts.length,
    falseInterruptions: cuts.filter(({ isFalse }) => isFalse).length,
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
