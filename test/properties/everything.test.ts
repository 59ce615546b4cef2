import fc from 'fast-check';
import { describe, it } from 'vitest';
import { check, played } from './everything.ts';
import { runs } from './runs.ts';

const cases = runs(25);

describe('whatever happens in a conversation with everything on: turn models and turns of the recogniser, speculation, speech ahead, fillers, an absent user, handoffs, updates, push to talk, text for the ear, providers that stand in for each other', () => {
  it(
    'the law of turn-taking holds, and what was recorded replays without a difference',
    async () => {
      await fc.assert(fc.asyncProperty(played, check), cases);
    },
    Math.max(300_000, cases.numRuns * 10_000),
  );
});
