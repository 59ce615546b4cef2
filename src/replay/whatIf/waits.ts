import type { Outcome } from './outcome/outcome.ts';

/** What the user waited after a turn of the recordings, in ms; null: it got no answer of its own. */
export type Wait = number | null;

/** After each turn of the recordings, in their order. */
export function waitsOf(outcomes: readonly Outcome[]): readonly Wait[] {
  return outcomes.flatMap(({ answers }) => answers.map((answer) => (answer.kind === 'heard' ? answer.waitMs : null)));
}

/** Those of the turns that were answered both times: one that was answered once only would make the other look quick. */
export function waitsInBoth(own: readonly Wait[], other: readonly Wait[]): readonly number[] {
  return own.flatMap((wait, n) => (wait === null || (other[n] ?? null) === null ? [] : [wait]));
}

/**
 * Those of the turns that were answered as recorded, so that many settings are compared over the same turns: one that a
 * setting leaves unanswered counts as it was. Empty where the setting answers none of them.
 */
export function waitsBeside(own: readonly Wait[], recorded: readonly Wait[]): readonly number[] {
  if (waitsInBoth(own, recorded).length === 0) return [];
  return recorded.flatMap((wait, n) => (wait === null ? [] : [own[n] ?? wait]));
}
