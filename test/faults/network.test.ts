import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { scenario } from '../properties/arbitrary.ts';
import { checkScenario } from '../properties/checkScenario.ts';
import { runs } from '../properties/runs.ts';
import { RULES } from '../properties/rules.ts';
import type { Scenario } from '../properties/scenario.ts';
import { outages, createNetworkPorts } from './networkPorts.ts';

const cases = runs(40);

describe('connections to the recogniser and the TTS that break at any instant', () => {
  it(
    'the law of turn-taking holds, and nothing is left open',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, outages, async (played, injected) => {
          const clock = new VirtualClock();
          const { ports, open } = createNetworkPorts(played, clock, injected);
          await checkScenario(overNetwork(played), RULES, {
            clock,
            replaceParts: (parts) => ({ ...parts, ports: { ...parts.ports, ...ports } }),
          });
          expect(open()).toBe(0);
        }),
        cases,
      );
    },
    Math.max(300_000, cases.numRuns * 10_000),
  );
});

/** Expectations of the rules: the servers send no word timings, and their results may come late. */
function overNetwork(played: Scenario): Scenario {
  return { ...played, tts: { timings: false, accepts: 'tokens' } };
}
