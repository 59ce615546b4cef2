import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createTextSegmenter } from '../../src/core/textSegmenter.ts';
import { runs } from '../properties/runs.ts';
import { LONG_TEXTS, longText, measureGrowth } from '../support/growth.ts';

const GRANULARITIES = ['word', 'sentence', 'grapheme'] as const;

const unit = fc.oneof(
  fc.constantFrom('. ', '? ', ', ', ' ', '\n', '。', '、', "'", '3.5 ', '7pm '),
  fc.constantFrom(
    'word',
    'Word ',
    'äé',
    '我们',
    'ひらがな',
    'カタカナ',
    'ภาษาไทย',
    '👍🏽',
    '👩‍👩‍👧‍👦',
    '🇳🇴',
    '\u0301',
    '\ud83c',
  ),
);
/** Texts of more than two windows. */
const text = fc
  .tuple(fc.array(unit, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1990, max: 6000 }))
  .map(([units, chars]) => longText(units.join(''), chars));

describe.each(GRANULARITIES)('the segments of a long text: %s', (granularity) => {
  const segmenter = createTextSegmenter(granularity, 'en');

  it('are its whole text, in order', () =>
    fc.assert(
      fc.property(text, (any) => {
        const segments = [...segmenter.segment(any)];
        expect(segments.map(({ segment }) => segment).join('')).toBe(any);
        expect(segments.every(({ index, segment }) => any.startsWith(segment, index))).toBe(true);
      }),
      runs(10),
    ));

  it('are found by offset', () =>
    fc.assert(
      fc.property(text, fc.double({ min: 0, max: 0.999, noNaN: true }), (any, share) => {
        const at = Math.floor(any.length * share);
        const segments = segmenter.segment(any);
        const expected = [...segments].findLast(({ index }) => index <= at);
        expect(segments.containing(at)).toEqual(expected);
        expect(segments.containing(0)?.index).toBe(0);
        expect(segments.containing(any.length)).toBeUndefined();
        expect(segments.containing(-1)).toBeUndefined();
      }),
      runs(10),
    ));

  test.each(LONG_TEXTS)('are those of Intl.Segmenter: %s', (_, any) => {
    const long = longText(any, 5000);
    const expected = [...new Intl.Segmenter('en', { granularity }).segment(long)];
    expect([...segmenter.segment(long)].map(({ index }) => index)).toEqual(expected.map(({ index }) => index));
  });

  test.each(LONG_TEXTS)('take time in proportion to its length: %s', async (_, any) => {
    const growth = await measureGrowth(20_000, (chars) => {
      let count = 0;
      for (const segment of segmenter.segment(longText(any, chars))) count += segment.index;
      return count;
    });
    expect(growth).toBeLessThan(3);
  });
});

test('a segment is one although it is longer than a window', () => {
  const long = `${'a'.repeat(7000)} b`;
  const words = [...createTextSegmenter('word', 'en').segment(long)];
  expect(words.map(({ index, isWordLike }) => [index, isWordLike])).toEqual([
    [0, true],
    [7000, false],
    [7001, true],
  ]);
});
