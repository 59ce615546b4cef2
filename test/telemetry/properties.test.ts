import fc from 'fast-check';
import { expect, test } from 'vitest';
import { injectFaults } from '../faults/injectFaults.ts';
import { StallingClock } from '../faults/stallingClock.ts';
import { timedFaults } from '../faults/timedFaults.ts';
import { scenario } from '../properties/arbitrary.ts';
import { playScenario } from '../properties/playScenario.ts';
import { runs } from '../properties/runs.ts';
import { createStrictSdk, findSpanFaults } from './spanRules.ts';

const STALL_MS = 500;
const cases = runs(50);

test(
  'whatever goes wrong, each span ends once, within its parent, and nothing is missing in the trace',
  async () => {
    await fc.assert(
      fc.asyncProperty(scenario, timedFaults, async (played, faults) => {
        const stalls = faults.filter(({ fault }) => fault === 'loop stalls');
        const clock = new StallingClock(stalls.map(({ atMs }) => ({ fromMs: atMs, toMs: atMs + STALL_MS })));
        const sdk = createStrictSdk();
        const { telemetry } = sdk;
        const recording = await playScenario(played, undefined, {
          clock,
          telemetry,
          replaceParts: (parts) => injectFaults(parts, clock, faults),
        });
        expect(findSpanFaults(sdk, recording)).toEqual([]);
        expect(recording.left).toEqual({ subscriptions: {}, work: 0 });
      }),
      cases,
    );
  },
  Math.max(300_000, cases.numRuns * 10_000),
);
