import type { Summary } from '../whatIf/summary.ts';

/**
 * Selects the Pareto-optimal summaries in mean wait, turns cut off and unanswered turns. A summary without any answer is
 * not among them.
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
