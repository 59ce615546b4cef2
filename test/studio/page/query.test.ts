import { describe, expect, it } from 'vitest';
import { splitNumbers } from '../../../src/studio/page/logic/emphasis.ts';
import { flatten } from '../../../src/studio/page/logic/flatten.ts';
import { formatClock, formatCost, formatLength } from '../../../src/studio/page/logic/format.ts';
import { comparePhases } from '../../../src/studio/page/logic/phases.ts';
import { addRange, rangeOfBins } from '../../../src/studio/page/logic/query.ts';
import { columnsOf, frontierOf, pointsOf } from '../../../src/studio/page/logic/sweepPoints.ts';
import { visibleRows } from '../../../src/studio/page/logic/visibleRows.ts';

describe('a range dragged in a histogram', () => {
  it('is added to what was typed', () =>
    expect(addRange('"a table"', 'waitP95Ms', 1500, 2000)).toBe('"a table"  wait p95 >= 1.5 s  wait p95 <= 2 s'));

  it('replaces an earlier one of that column', () =>
    expect(addRange('wait p95 > 1.5 s  cut off  wait p95 <= 3 s', 'waitP95Ms', 0, 1000)).toBe(
      'cut off  wait p95 >= 0 s  wait p95 <= 1 s',
    ));

  it('covers whole bins, in either direction, and never more than there are', () => {
    const histogram = { from: 0, to: 24, counts: Array.from({ length: 24 }, () => 1) };
    expect(rangeOfBins(histogram, 5, 2)).toEqual([2, 6]);
    expect(rangeOfBins(histogram, -3, 99)).toEqual([0, 24]);
  });
});

describe('the rows in the page', () => {
  it('are few of ten thousand', () => {
    const { from, to } = visibleRows(36 * 5000, 720, 36, 10_000);
    expect(to - from).toBeLessThan(60);
    expect(from).toBeLessThanOrEqual(5000);
    expect(to).toBeGreaterThanOrEqual(5020);
  });

  it('end with the list', () => expect(visibleRows(36 * 9990, 720, 36, 10_000).to).toBe(10_000));
  it('of an empty list are none', () => expect(visibleRows(0, 720, 36, 0)).toEqual({ from: 0, to: 0 }));
});

describe('formats', () => {
  it.each([
    [0, '0:00.000'],
    [12_340, '0:12.340'],
    [3_723_500, '1:02:03.500'],
    [59_999.7, '1:00.000'],
  ])('%f ms is %s', (ms, text) => expect(formatClock(ms)).toBe(text));

  it('of a length have the unit that fits', () => {
    expect([900, 26_000, 192_000, 3_840_000].map(formatLength)).toEqual(['1 s', '26 s', '3 min 12 s', '1 h 04 min']);
  });

  it('of costs keep small ones apart', () =>
    expect([null, 0.0123, 12.5].map(formatCost)).toEqual(['–', '0.0123', '12.50']));
});

describe('a reason', () => {
  it('has its numbers emphasised with their units', () =>
    expect(splitNumbers('not interrupted: 320 ms of voice, 0.5 s needed').filter(({ isNumber }) => isNumber)).toEqual([
      { text: '320 ms', isNumber: true },
      { text: '0.5 s', isNumber: true },
    ]));

  it('loses no character', () => {
    const sentence = '3 words, 12.';
    expect(
      splitNumbers(sentence)
        .map(({ text }) => text)
        .join(''),
    ).toBe(sentence);
  });
});

describe('phases', () => {
  const after = { user: 'speaking', reply: 'none', queue: [], functions: ['book'], ending: 'no' };
  it('that changed are marked', () => {
    const rows = comparePhases({ ...after, user: 'silent' }, after);
    expect(rows.filter(({ isChanged }) => isChanged).map(({ name }) => name)).toEqual(['User']);
  });
  it('of the first step have nothing before', () =>
    expect(comparePhases(null, after).every(({ isChanged }) => !isChanged)).toBe(true));
});

describe('a sweep', () => {
  const cell = (cutOff: number, waitMeanMs: number | null, isEfficient: boolean) => ({
    changes: { min_endpointing_delay: 0.4 },
    isRecorded: false,
    isEfficient,
    waitMeanMs,
    cutOff,
    falseInterruptions: 0,
  });
  const slider = { name: 'min_endpointing_delay', label: 'turn ends after', min: 0, max: 3, step: 0.1, value: 0.5 };
  const cells = [cell(2, 500, true), cell(0, 900, true), cell(2, 800, false), cell(1, null, true), cell(3, 700, true)];
  const points = pointsOf({ ran: [], failed: [], cells }, [{ ...slider, unit: 's' }]);

  it('is called as the slider is', () => expect(points[0]?.text).toBe('turn ends after 0.4 s'));
  it('leaves out settings with which nobody was answered', () => expect(points).toHaveLength(4));
  it('has a frontier that falls', () =>
    expect(frontierOf(points).map(({ cutOffs, waitS }) => [cutOffs, waitS])).toEqual([
      [0, 0.9],
      [2, 0.5],
    ]));
  it('is plotted from left to right', () => {
    const [xs] = columnsOf(points);
    expect(xs).toEqual(xs.toSorted((one, other) => one - other));
  });
});

describe('values of usage', () => {
  it('are listed by their dotted names', () =>
    expect(flatten({ model: { prompt_tokens: 12 }, languages: ['en', 'de'] })).toEqual([
      ['model.prompt_tokens', '12'],
      ['languages', 'en, de'],
    ]));
});
