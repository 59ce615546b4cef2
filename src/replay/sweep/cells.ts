import type { Outcome } from '../whatIf/outcome/outcome.ts';
import type { Changes } from '../whatIf/settings.ts';
import { summaryOf, unansweredIn, waitsBeside, waitsOf, type Summary } from '../whatIf/summary.ts';

/** One combination of settings and the results of all recordings with it. */
export interface Cell {
  readonly changes: Changes;
  /**
   * Waits cover the turns that were answered as recorded. A turn that is unanswered here counts with its recorded wait.
   */
  readonly summary: Summary;
  /** True if these are the settings of the recordings. */
  readonly isRecorded: boolean;
  /** True if every cell that is better in mean wait, turns cut off or unanswered turns is worse in another of them. */
  readonly isEfficient: boolean;
  /** True if it leaves more turns unanswered than the recorded settings do. */
  readonly leavesMoreUnanswered: boolean;
}

export interface Run {
  readonly name: string;
  /** In the order of the grid. */
  readonly outcomes: readonly Outcome[];
  /** The outcome with the recording's own settings. */
  readonly recorded: Outcome;
  /** Index of the recorded settings in the grid, or -1. */
  readonly recordedAt: number;
}

/** Evaluates the grid's cells over all recordings. */
export function evaluateCells(grid: readonly Changes[], runs: readonly Run[]): readonly Cell[] {
  const recorded = runs.map((run) => run.recorded);
  const own = findRecordedCell(runs);
  const all = grid.map((changes, n) => ({ changes, outcomes: runs.flatMap(({ outcomes }) => outcomes[n] ?? []) }));
  const cells = own === -1 ? [...all, { changes: {}, outcomes: recorded }] : all;
  const waits = waitsOf(recorded);
  const evaluated = cells.map(({ changes, outcomes }) => ({
    changes,
    summary: summaryOf(outcomes, waitsBeside(waitsOf(outcomes), waits)),
  }));
  const best = selectEfficient(evaluated.map(({ summary }) => summary));
  return evaluated.map(({ changes, summary }, n) => ({
    changes,
    summary,
    isRecorded: n === (own === -1 ? grid.length : own),
    isEfficient: best.has(n),
    leavesMoreUnanswered: summary.unanswered > unansweredIn(recorded),
  }));
}

/** Finds the cell whose settings equal those of every recording. Returns -1 if there is none. */
function findRecordedCell(runs: readonly Run[]): number {
  const [first] = runs;
  if (first === undefined || runs.some(({ recordedAt }) => recordedAt !== first.recordedAt)) return -1;
  return first.recordedAt;
}

/**
 * Selects the Pareto-optimal summaries in mean wait, turns cut off and unanswered turns. Excludes summaries without any
 * answer.
 */
export function selectEfficient(summaries: readonly Summary[]): ReadonlySet<number> {
  return new Set(
    summaries.flatMap((own, n) => (own.waitMs === null || summaries.some((other) => beats(other, own)) ? [] : [n])),
  );
}

function beats(other: Summary, own: Summary): boolean {
  if (other.waitMs === null || own.waitMs === null) return false;
  const margins = [
    Math.round(own.waitMs.mean) - Math.round(other.waitMs.mean),
    own.cutOff - other.cutOff,
    own.unanswered - other.unanswered,
  ];
  return margins.every((margin) => margin >= 0) && margins.some((margin) => margin > 0);
}
