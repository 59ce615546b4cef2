import fc from 'fast-check';
import { describe, it } from 'vitest';
import { scenario } from './arbitrary.ts';
import { judge } from './judge.ts';
import { RULES } from './rules.ts';

/** What a failure prints as `seed` and `path` plays it again; `FC_RULE` asks for one rule only. */
const { FC_RUNS = '1000', FC_SEED, FC_PATH, FC_RULE } = process.env;
const numRuns = Number(FC_RUNS);
const again = {
  ...(FC_SEED === undefined ? {} : { seed: Number(FC_SEED) }),
  ...(FC_PATH === undefined ? {} : { path: FC_PATH }),
};
const rules = RULES.filter(({ name }) => FC_RULE === undefined || name === FC_RULE);

describe('whatever happens in a conversation', () => {
  it(
    'the law of turn-taking holds',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, (played) => judge(played, rules)),
        { numRuns, ...again },
      );
    },
    Math.max(60_000, numRuns * 1000),
  );
});
