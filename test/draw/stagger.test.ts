import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stagger, type Pin } from '../../src/draw/stagger.ts';
import { runs } from '../properties/runs.ts';

/** 8 px of marble, 40 px with its name. */
const pin = (at: number): Pin => ({ at, head: at + 8, end: at + 40 });

describe('what stands at a place', () => {
  it('stays on the line where it has room', () => {
    expect(stagger([pin(0), pin(40)], 3).map(({ level }) => level)).toEqual([0, 0]);
  });

  it('hangs below what is named there, and comes back to the line', () => {
    expect(stagger([pin(0), pin(39), pin(79)], 3).map(({ level }) => level)).toEqual([0, 1, 0]);
  });

  it('hangs in order where all happens at once', () => {
    expect(stagger([pin(5), pin(5), pin(5)], 3).map(({ level }) => level)).toEqual([0, 1, 2]);
  });

  it('takes the room of a name where every level is taken, that of what stood there longest', () => {
    expect(stagger([pin(0), pin(10), pin(20)], 2)).toEqual([
      { level: 0, limit: 20 },
      { level: 1, limit: Infinity },
      { level: 0, limit: Infinity },
    ]);
  });

  it('never lies over what is shown before it, if that keeps within its limit', () => {
    const places = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 40 });
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 4 }), (all, levels) => {
        const pins = all.toSorted((one, other) => one - other).map(pin);
        const placed = stagger(pins, levels);
        for (const [index, { level, limit }] of placed.entries()) {
          const next = placed.findIndex((place, later) => later > index && place.level === level);
          expect(limit).toBe(next === -1 || (pins[next]?.at ?? 0) >= (pins[index]?.end ?? 0) ? limit : pins[next]?.at);
        }
      }),
      runs(25),
    );
  });
});
