import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../properties/runs.ts';
import { ENDINGS, playWithBrokenPort, type Ending } from './malformed/playWithBrokenPort.ts';
import { planOf, PORTS } from './malformed/plans.ts';
import { watchUncaught, type Uncaught } from './malformed/uncaught.ts';

/** How many malformed events each port emits; `seed` and `path` play one case again. */
const { numRuns: EVENTS, ...again } = runs(100);
/** Sessions that are played before the events are counted. */
const SESSIONS = 20;

let uncaught: Uncaught;
beforeEach(() => {
  uncaught = watchUncaught();
});
afterEach(() => uncaught.stop());

describe(`a port emits ${EVENTS} malformed events`, () => {
  it.each(PORTS)(
    '%s: none ends the process, every turn ends once, and every session in time',
    async (port) => {
      let emitted = 0;
      const ending = fc.constantFrom(...(Object.keys(ENDINGS) as Ending[]));
      const broken = fc.asyncProperty(planOf(port), ending, async (plan, how) => {
        const played = await playWithBrokenPort(port, plan, how);
        emitted += played.emitted;
        expect([...played.faults, ...uncaught.found]).toEqual([]);
      });
      for (let round = 0; emitted < EVENTS; round++) {
        const seed = again.seed === undefined ? {} : { seed: again.seed + round };
        await fc.assert(broken, { ...again, ...seed, numRuns: SESSIONS });
      }
    },
    Math.max(120_000, EVENTS * 200),
  );
});
