import fc from 'fast-check';
import { describe, it } from 'vitest';
import { scenario } from '../properties/arbitrary.ts';
import { judge } from '../properties/judge.ts';
import { RULES } from '../properties/rules.ts';
import { StallingClock } from './stallingClock.ts';
import { strikes } from './strikes.ts';
import { troubled } from './trouble.ts';

const STALL_MS = 500;
/** One integer plays a failure again: `FC_SEED` as it was printed, with its `FC_PATH`. */
const { FC_FAULTS = '1000', FC_SEED, FC_PATH } = process.env;
const numRuns = Number(FC_FAULTS);
const again = {
  ...(FC_SEED === undefined ? {} : { seed: Number(FC_SEED) }),
  ...(FC_PATH === undefined ? {} : { path: FC_PATH }),
};

describe('whatever goes wrong in a conversation, at whatever instants', () => {
  it(
    'the law of turn-taking holds, and no silence lacks a reason',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, strikes, (played, struck) => {
          const stalls = struck.filter(({ what }) => what === 'loop stalls');
          const clock = new StallingClock(stalls.map(({ atMs }) => ({ fromMs: atMs, toMs: atMs + STALL_MS })));
          return judge(played, RULES, { clock, recast: (cast) => troubled(cast, clock, struck) });
        }),
        { numRuns, ...again },
      );
    },
    Math.max(60_000, numRuns * 1000),
  );
});
