import { describe, expect, it } from 'vitest';
import { formatTime } from '../../src/draw/axis.ts';
import { LIVE } from '../../src/draw/lanes.ts';
import { all, draw, VIEW } from './support/drawn.ts';

const figures = (drawn: string): readonly string[] => all(drawn, /class="figure"[^>]*>([^<]*)/g);
const ticks = (drawn: string): readonly number[] => all(drawn, /M([\d.]+) 1[48]V22/g).map(Number);

describe('the axis', () => {
  it('is as wide as the time that it shows', () => {
    expect(draw({})).toContain(`viewBox="0 0 1000 ${LIVE.height}" width="1000" height="${LIVE.height}"`);
  });

  it('is a picture of its own, that can stand in a file', () => {
    expect(draw({})).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" class="timeline" .*<\/svg>$/);
  });

  it.each([
    [4, ['0 s', '30 s', '1:00', '1:30']],
    [40, ['0 s', '2 s', '4 s', '6 s', '8 s']],
    [100, ['0 s', '1 s', '2 s', '3 s']],
    [1000, ['0 s', '0.1 s', '0.2 s', '0.3 s']],
    [80_000, ['0 s', '0.001 s', '0.002 s', '0.003 s', '0.004 s']],
  ])('has as many figures at %i px a second as can be read', (pxPerSecond, expected) => {
    const toMs = (400 * 1000) / pxPerSecond;
    expect(figures(draw({}, { fromMs: 0, toMs, pxPerSecond }))).toEqual(expected);
  });

  it('has its figures right of their ticks, and ticks between them', () => {
    const drawn = draw({}, { ...VIEW, toMs: 11_000 });
    expect(all(drawn, /class="figure" x="([^"]*)"/g)).toEqual(['3']);
    expect(ticks(drawn)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  });

  it('keeps whole seconds where it begins between them', () => {
    const drawn = draw({}, { ...VIEW, fromMs: 14_500, toMs: 16_001 });
    expect(all(drawn, /M([\d.]+) 14V22/g)).toEqual(['50', '150']);
  });
});

describe('session time', () => {
  it.each([
    [0, '0 s'],
    [250, '0.25 s'],
    [59_900, '59.9 s'],
    [60_000, '1:00'],
    [65_000, '1:05'],
    [65_250, '1:05.25'],
    [3_600_000, '60:00'],
  ])('%i ms is read as %s', (ms, text) => {
    expect(formatTime(ms)).toBe(text);
  });
});
