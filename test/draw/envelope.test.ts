import { describe, expect, it } from 'vitest';
import { PAGE_MS, addLevel, levelsWithin, type Envelope } from '../../src/draw/envelope.ts';

const EVER = Number.MAX_SAFE_INTEGER;

function sounding(...levels: readonly (readonly [atMs: number, level: number])[]): Envelope {
  return levels.reduce<Envelope>((envelope, [atMs, level]) => addLevel(envelope, atMs, level), []);
}

describe('sound', () => {
  it('puts a level into the cell of 50 ms in which it was measured', () => {
    const levels = sounding([49, 0.1], [50, 0.2], [99, 0.2], [100, 0.3]);
    expect(levelsWithin(levels, 0, EVER)).toEqual([
      { atMs: 0, level: 0.1 },
      { atMs: 50, level: 0.2 },
      { atMs: 100, level: 0.3 },
    ]);
  });

  it.each([
    [0.2, 0.6],
    [0.6, 0.2],
  ])('keeps the loudest of a cell: %f, then %f', (first, second) => {
    expect(levelsWithin(sounding([0, first], [20, second]), 0, EVER)).toEqual([{ atMs: 0, level: 0.6 }]);
  });

  it('begins at 0: what was measured before is dropped', () => {
    expect(sounding([-1, 0.5])).toEqual([]);
  });

  it('goes on after a long silence', () => {
    const later = 3 * PAGE_MS + 150;
    expect(levelsWithin(sounding([0, 0.1], [later, 0.2]), 0, EVER)).toEqual([
      { atMs: 0, level: 0.1 },
      { atMs: later, level: 0.2 },
    ]);
  });

  it('copies only the page that it changes', () => {
    const before = sounding([0, 0.1], [PAGE_MS, 0.2]);
    const after = addLevel(before, PAGE_MS + 50, 0.3);
    expect(after[0]).toBe(before[0]);
    expect(levelsWithin(before, PAGE_MS, EVER)).toEqual([{ atMs: PAGE_MS, level: 0.2 }]);
  });
});

describe('levelsWithin', () => {
  const levels = sounding([9950, 0.1], [10_000, 0.2], [10_050, 0.3], [20_000, 0.4]);

  it.each([
    ['from its first ms up to the one before its last', 10_000, 10_050, [10_000]],
    ['across pages', 9950, 10_051, [9950, 10_000, 10_050]],
    ['not a cell that began before it', 9951, 10_000, []],
    ['nothing after the end', 30_000, 40_000, []],
  ])('gives what begins within: %s', (_which, fromMs, toMs, expected) => {
    expect(levelsWithin(levels, fromMs, toMs).map(({ atMs }) => atMs)).toEqual(expected);
  });

  it('leaves silence out', () => {
    expect(levelsWithin(sounding([0, 0], [100, 0.1]), 0, EVER)).toEqual([{ atMs: 100, level: 0.1 }]);
  });
});
