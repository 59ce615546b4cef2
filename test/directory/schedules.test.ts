import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { runs } from '../properties/runs.ts';
import { schedules } from './schedules/steps.ts';
import { World } from './schedules/world.ts';

describe('nodes that die, are cut off, restart and drain, over an engine with faults', () => {
  it('own each session once, lose none without telling its client, and keep the limits of keys', () =>
    fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const world = new World(schedule);
        try {
          await world.play(schedule);
        } finally {
          await world.close();
        }
      }),
      runs('FC_SCHEDULES', 200),
    ));
});
