import { expectTypeOf, test } from 'vitest';
import type { DecisionReasons } from '../../src/session/floor/explain/decisions.ts';
import type { FactReasons } from '../../src/session/floor/explain/facts.ts';
import type { Decision, SessionFact } from '../../src/session/floor/types.ts';

declare const decisions: DecisionReasons;
declare const facts: FactReasons;

test('each kind of decision and of fact has a reason', () => {
  expectTypeOf<keyof DecisionReasons>().toEqualTypeOf<Decision['kind']>();
  expectTypeOf<keyof FactReasons>().toEqualTypeOf<SessionFact['kind']>();
});

test('a table without the reason of one kind does not compile', () => {
  const { commit: _, ...others } = decisions;
  // @ts-expect-error: the reason of a commit is missing
  const withoutCommit: DecisionReasons = others;
  const { agent_interrupted: __, ...otherFacts } = facts;
  // @ts-expect-error: the reason of an interruption is missing
  const withoutInterruption: FactReasons = otherFacts;
  expectTypeOf([withoutCommit, withoutInterruption]).toBeArray();
});
