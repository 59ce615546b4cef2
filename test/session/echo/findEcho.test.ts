import { describe, expect, it, test } from 'vitest';
import { findEcho, type TimedWord } from '../../../src/session/standardStages/echo/findEcho.ts';

/** One word every 200 ms. */
function spoken(text: string, fromMs = 0): readonly TimedWord[] {
  return text.split(' ').map((form, at) => ({ form, endMs: fromMs + 200 * (at + 1) }));
}

/** The words that are no echo, and the number of last words that repeat the agent. */
function left(said: readonly TimedWord[], played: readonly TimedWord[]): string {
  const { isEcho, repeatedAtEnd } = findEcho(said, played);
  const words = said.flatMap(({ form }, at) => (isEcho[at] === true ? [] : [form]));
  return `${words.join(' ')} (${repeatedAtEnd})`;
}

const AGENT = spoken('we close at eight on sundays and at ten else');

describe('an echo', () => {
  test.each([
    ['we close at', 'we close at (3)'],
    ['we close at eight', ' (4)'],
    ['we close at eight on', ' (5)'],
  ])('%s', (text, expected) => expect(left(spoken(text), AGENT)).toBe(expected));

  test.each([
    [-501, 'we close at eight (0)'],
    [-500, ' (4)'],
    [0, ' (4)'],
    [1000, ' (4)'],
    [1001, 'we close at eight (0)'],
  ])('that comes %i ms after the audio', (delayMs, expected) =>
    expect(left(spoken('we close at eight', delayMs), AGENT)).toBe(expected),
  );

  it('ends where other words begin', () =>
    expect(left(spoken('we close at eight no wait'), AGENT)).toBe('no wait (0)'));

  it('begins behind other words', () => expect(left(spoken('well we close at eight', -200), AGENT)).toBe('well (4)'));

  it('has no other word in it', () =>
    expect(left(spoken('we close no at eight'), AGENT)).toBe('we close no at eight (2)'));

  it('repeats words in a row, not words from here and there', () =>
    expect(left(spoken('we close on sundays'), AGENT)).toBe('we close on sundays (2)'));

  it('is found where the agent says the same again', () =>
    expect(left(spoken('at ten at ten at ten', 200), spoken('at ten at ten at ten'))).toBe(' (6)'));
});

test('of nothing there is no echo', () => {
  expect(findEcho([], AGENT)).toEqual({ isEcho: [], repeatedAtEnd: 0 });
  expect(left(spoken('we close at eight'), [])).toBe('we close at eight (0)');
});
