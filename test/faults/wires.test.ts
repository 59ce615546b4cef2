import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { scenario } from '../properties/arbitrary.ts';
import { judge } from '../properties/judge.ts';
import { runs } from '../properties/runs.ts';
import { RULES } from '../properties/rules.ts';
import type { Scenario } from '../properties/scenario.ts';
import { outages, wired } from './wires.ts';

const cases = runs('FC_WIRES', 300);

describe('connections to the recogniser and the voice that break at whatever instants', () => {
  it(
    'the law of turn-taking holds, and nothing is left open',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, outages, async (played, struck) => {
          const clock = new VirtualClock();
          const { ports, open } = wired(played, clock, struck);
          await judge(overWires(played), RULES, {
            clock,
            recast: (cast) => ({ ...cast, ports: { ...cast.ports, ...ports } }),
          });
          expect(open()).toBe(0);
        }),
        cases,
      );
    },
    Math.max(60_000, cases.numRuns * 1000),
  );
});

/** What the rules are to expect of it: the servers tell no word timings, and what they say may come late. */
function overWires(played: Scenario): Scenario {
  return { ...played, tts: { timings: false, accepts: 'tokens' } };
}
