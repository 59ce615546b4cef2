import fc from 'fast-check';
import type { SchedulerLike } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { replay } from '../../src/replay/replay.ts';
import type { Recorder } from '../../src/session/recording.ts';
import { scenario } from '../properties/arbitrary.ts';
import { playScenario } from '../properties/playScenario.ts';
import { runs } from '../properties/runs.ts';
import { splicesOf } from '../properties/scenarioParts.ts';
import { recorder } from './record.ts';

describe('whatever happens in a conversation, its recording is replayed without a difference', () => {
  test.each<[string, SchedulerChange]>([
    ['timers run in time', (scheduler) => scheduler],
    ['timers run late, as they do in reality', late],
    ['time goes on while the session works', goingOn],
  ])('where %s', async (_where, change) => {
    await fc.assert(
      fc.asyncProperty(scenario, async (played) => {
        const kept = recorder();
        await playScenario(played, recordWith(change, kept));
        const { difference, picture } = await replay(kept.recording(), { splice: splicesOf(played) });
        expect(difference, picture).toBe(null);
      }),
      runs(25),
    );
  });
});

/** Timers run late, by varying amounts of up to 30 ms. */
function late(scheduler: SchedulerLike): SchedulerLike {
  let drawn = 1;
  return {
    now: () => scheduler.now(),
    schedule: (work, delay, state) => {
      drawn = (drawn * 48_271) % 2_147_483_647;
      return scheduler.schedule(work, (delay ?? 0) + (drawn % 30_011) / 1000, state as never);
    },
  };
}

/** Time passes while a session works: each reading of the clock is 2 ms later. */
function goingOn(scheduler: SchedulerLike): SchedulerLike {
  let looked = 0;
  return {
    now: () => scheduler.now() + 2 * ++looked,
    schedule: (work, delay, state) => scheduler.schedule(work, delay ?? 0, state as never),
  };
}

type SchedulerChange = (scheduler: SchedulerLike) => SchedulerLike;

/** Records a session whose scheduler is changed. */
function recordWith(change: SchedulerChange, recording: Recorder): Recorder {
  return {
    begin: (session) => {
      const { borders } = session;
      return recording.begin({ ...session, borders: { ...borders, scheduler: change(borders.scheduler) } });
    },
  };
}
