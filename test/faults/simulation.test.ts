import fc from 'fast-check';
import { describe, it } from 'vitest';
import { scenario } from '../properties/arbitrary.ts';
import { checkScenario } from '../properties/checkScenario.ts';
import { RULES } from '../properties/rules.ts';
import { cutsAreToldInTime } from '../properties/rules/time.ts';
import { runs } from '../properties/runs.ts';
import { StallingClock } from './stallingClock.ts';
import { timedFaults } from './timedFaults.ts';
import { injectFaults } from './injectFaults.ts';

const STALL_MS = 500;
const cases = runs(75);

describe('whatever goes wrong in a conversation, at whatever instants', () => {
  it(
    'the law of turn-taking holds, and no silence lacks a reason',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, timedFaults, (played, faults) => {
          const stalls = faults.filter(({ fault }) => fault === 'loop stalls');
          const clock = new StallingClock(stalls.map(({ atMs }) => ({ fromMs: atMs, toMs: atMs + STALL_MS })));
          // A blocked event loop reports a cut when it goes on.
          const rules = stalls.length === 0 ? RULES : RULES.filter((rule) => rule !== cutsAreToldInTime);
          return checkScenario(played, rules, { clock, replaceParts: (parts) => injectFaults(parts, clock, faults) });
        }),
        cases,
      );
    },
    Math.max(300_000, cases.numRuns * 10_000),
  );
});
