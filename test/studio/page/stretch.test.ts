import { describe, expect, it } from 'vitest';
import {
  between,
  clampStretch,
  lengthOf,
  momentAt,
  moveBy,
  positionOf,
  reveal,
  SHORTEST_MS,
  wheelFactor,
  zoomAround,
} from '../../../src/studio/page/logic/stretch.ts';

const TWO_HOURS = 7_200_000;

describe('a zoom', () => {
  it('keeps the moment below the pointer where it is', () => {
    const shown = { fromMs: 10_000, toMs: 20_000 };
    const zoomed = zoomAround(shown, 12_500, 0.5, 60_000);
    expect(lengthOf(zoomed)).toBe(5000);
    expect(positionOf(zoomed, 12_500, 800)).toBeCloseTo(positionOf(shown, 12_500, 800));
  });

  it('keeps it there down to the shortest stretch', () => {
    const zoomed = zoomAround({ fromMs: 1000, toMs: 1020 }, 1005, 0.1, 60_000);
    expect(zoomed).toEqual({ fromMs: 1002.5, toMs: 1012.5 });
  });

  it('goes from two hours to ten milliseconds and back', () => {
    let shown = { fromMs: 0, toMs: TWO_HOURS };
    for (let step = 0; step < 100; step += 1) shown = zoomAround(shown, 3_600_000, 0.7, TWO_HOURS);
    expect(lengthOf(shown)).toBeCloseTo(SHORTEST_MS);
    expect(shown.fromMs).toBeLessThan(3_600_000);
    for (let step = 0; step < 100; step += 1) shown = zoomAround(shown, 3_600_000, 1.5, TWO_HOURS);
    expect(shown).toEqual({ fromMs: 0, toMs: TWO_HOURS });
  });

  it('stays within the call', () => {
    expect(zoomAround({ fromMs: 0, toMs: 1000 }, 0, 4, 2000)).toEqual({ fromMs: 0, toMs: 2000 });
    expect(zoomAround({ fromMs: 1000, toMs: 2000 }, 2000, 1.5, 2000)).toEqual({ fromMs: 500, toMs: 2000 });
  });
});

describe('a move', () => {
  it('stops at both ends of the call', () => {
    expect(moveBy({ fromMs: 100, toMs: 200 }, -500, 1000)).toEqual({ fromMs: 0, toMs: 100 });
    expect(moveBy({ fromMs: 100, toMs: 200 }, 5000, 1000)).toEqual({ fromMs: 900, toMs: 1000 });
  });
});

describe('a call shorter than the shortest stretch', () => {
  it('is shown whole', () => expect(clampStretch({ fromMs: 0, toMs: 3 }, 3)).toEqual({ fromMs: 0, toMs: SHORTEST_MS }));
});

describe('reveal', () => {
  it('leaves a stretch with the moment inside', () => {
    const shown = { fromMs: 0, toMs: 100 };
    expect(reveal(shown, 100, 1000)).toBe(shown);
  });

  it('turns the page for a moment outside', () =>
    expect(reveal({ fromMs: 0, toMs: 100 }, 101, 1000)).toEqual({ fromMs: 76, toMs: 176 }));

  it('turns the page back for a moment before', () =>
    expect(reveal({ fromMs: 500, toMs: 600 }, 400, 1000)).toEqual({ fromMs: 375, toMs: 475 }));
});

describe('positions', () => {
  it('and moments are inverse', () => {
    const shown = { fromMs: 500, toMs: 1500 };
    expect(positionOf(shown, 1000, 640)).toBe(320);
    expect(momentAt(shown, positionOf(shown, 800, 640), 640)).toBeCloseTo(800);
  });

  it('of a drag to the left are in order', () => expect(between(200, 100)).toEqual({ fromMs: 100, toMs: 200 }));
});

describe('the wheel', () => {
  it('zooms in upwards and out downwards, by the same', () => {
    expect(wheelFactor(-100, false)).toBeLessThan(1);
    expect(wheelFactor(-100, false) * wheelFactor(100, false)).toBeCloseTo(1);
  });

  it('zooms more with a pinch, which turns less', () =>
    expect(wheelFactor(10, true)).toBeGreaterThan(wheelFactor(10, false)));

  it('does not leap with a mouse that turns a lot at once', () => {
    expect(wheelFactor(5000, false)).toBeLessThan(2);
    expect(wheelFactor(-5000, false)).toBeGreaterThan(0.5);
  });
});
