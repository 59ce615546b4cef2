import fc from 'fast-check';
import { describe, it } from 'vitest';
import { scenario } from '../properties/arbitrary.ts';
import { judge } from '../properties/judge.ts';
import { RULES } from '../properties/rules.ts';
import { cutsAreToldInTime } from '../properties/rules/time.ts';
import { runs } from '../properties/runs.ts';
import { StallingClock } from './stallingClock.ts';
import { strikes } from './strikes.ts';
import { troubled } from './trouble.ts';

const STALL_MS = 500;
const cases = runs('FC_FAULTS', 1000);

describe('whatever goes wrong in a conversation, at whatever instants', () => {
  it(
    'the law of turn-taking holds, and no silence lacks a reason',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, strikes, (played, struck) => {
          const stalls = struck.filter(({ what }) => what === 'loop stalls');
          const clock = new StallingClock(stalls.map(({ atMs }) => ({ fromMs: atMs, toMs: atMs + STALL_MS })));
          // A blocked event loop tells of a cut when it goes on.
          const rules = stalls.length === 0 ? RULES : RULES.filter((rule) => rule !== cutsAreToldInTime);
          return judge(played, rules, { clock, recast: (cast) => troubled(cast, clock, struck) });
        }),
        cases,
      );
    },
    Math.max(60_000, cases.numRuns * 1000),
  );
});
