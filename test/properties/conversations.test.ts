import fc from 'fast-check';
import { describe, it } from 'vitest';
import { scenario } from './arbitrary.ts';
import { checkScenario } from './checkScenario.ts';
import { RULES } from './rules.ts';
import { runs } from './runs.ts';

/** `FC_RULE` selects one rule only. */
const { FC_RULE } = process.env;
const cases = runs(75);
const rules = RULES.filter(({ name }) => FC_RULE === undefined || name === FC_RULE);

describe('whatever happens in a conversation', () => {
  it(
    'the law of turn-taking holds',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, (played) => checkScenario(played, rules)),
        cases,
      );
    },
    Math.max(300_000, cases.numRuns * 10_000),
  );
});
