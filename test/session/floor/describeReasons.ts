import { describe, expect, test } from 'vitest';
import type { Score } from './explainedScores.ts';
import { explainFloor, type Own } from './explainFloor.ts';

/** A situation in which the floor decides something, with the reason and its place in the documentation. */
type Row = [what: string, kind: string, text: string, rule: string, score: Score, own?: Own];

/** Tests that in each situation the decision is made once, for this reason. */
export function describeReasons(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    test.each<Row>(rows)('%s: %s', (_what, kind, text, rule, score, own) => {
      const { decisions } = explainFloor(score, own);
      const reasons = decisions.filter((decision) => decision.kind === kind).map(({ reason }) => reason);
      expect(reasons.map((reason) => [reason.text, reason.rule])).toEqual([[text, rule]]);
    });
  });
}
