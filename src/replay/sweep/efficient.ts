import type { Summary } from '../whatIf/summary.ts';

/**
 * Which of them nobody beats: none is better in one, and no worse in the others, of mean wait, turns cut off and turns left
 * unanswered. Who never answered is none of them.
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
