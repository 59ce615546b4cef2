import type { Summary } from '../whatIf/summary.ts';

/** Which of them nobody beats: none has a shorter mean wait without more turns cut off, or fewer cut off without a longer wait. */
export function efficient(summaries: readonly Summary[]): ReadonlySet<number> {
  return new Set(
    summaries.flatMap((own, n) => (own.waitMs === null || summaries.some((other) => beats(other, own)) ? [] : [n])),
  );
}

function beats(other: Summary, own: Summary): boolean {
  if (other.waitMs === null || own.waitMs === null) return false;
  const [wait, ownWait] = [Math.round(other.waitMs.mean), Math.round(own.waitMs.mean)];
  if (wait > ownWait || other.cutOff > own.cutOff) return false;
  return wait < ownWait || other.cutOff < own.cutOff;
}
