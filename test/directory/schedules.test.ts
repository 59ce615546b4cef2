import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../properties/runs.ts';
import { schedules, schedulesOfLateCheckpoints, schedulesOfTheEngine } from './schedules/steps.ts';
import { World } from './schedules/world.ts';

describe('nodes that die, are cut off, restart and drain, over an engine with faults', () => {
  it('own each session once, lose none without telling its client, keep the limits of keys, and go on with what was heard', async () => {
    const seen = { takenOver: 0, suspendedEnded: 0, lines: 0 };
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const world = new World(schedule);
        try {
          await world.play(schedule);
        } finally {
          await world.close();
        }
        seen.takenOver += world.takenOver;
        seen.suspendedEnded += world.clients.suspendedEnded;
        seen.lines += world.clients.lines.takenOver;
      }),
      runs(50),
    );
    expect(seen.takenOver, 'sessions that went on in the middle of a reply').toBeGreaterThan(0);
    expect(seen.suspendedEnded, 'suspended sessions that were ended').toBeGreaterThan(0);
    expect(seen.lines, 'lines that went on at another node').toBeGreaterThan(0);
  });

  it('go on with the latest checkpoint, also if it came when another one had been read', async () => {
    let takenOver = 0;
    await fc.assert(
      fc.asyncProperty(schedulesOfLateCheckpoints, async (schedule) => {
        const world = new World(schedule);
        try {
          await world.play(schedule);
        } finally {
          await world.close();
        }
        takenOver += world.takenOver;
      }),
      runs(10),
    );
    expect(takenOver, 'sessions that went on in the middle of a reply').toBeGreaterThan(0);
  });

  it('disturb no session that runs when only the engine fails', () =>
    fc.assert(
      fc.asyncProperty(schedulesOfTheEngine, async (schedule) => {
        const world = new World(schedule);
        try {
          await world.play(schedule);
          expect(world.clients.losses).toBe(0);
        } finally {
          await world.close();
        }
      }),
      runs(10),
    ));
});
