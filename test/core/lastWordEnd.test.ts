import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLastWordEnd, findWordEnds } from '../../src/core/wordEnds.ts';
import { runs } from '../properties/runs.ts';

const WORDS = ['We', 'opened', 'in', '12:30,', 'well-known', '“old”', 'example.com.', '—', '…', '\n\n', 'x'.repeat(90)];

const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3000 }).map((words) => words.join(' '));

describe('the last word that is over', () => {
  it('of a long text is that of the whole text', () => {
    fc.assert(
      fc.property(text, fc.double({ min: 0, max: 1, noNaN: true }), (spokenText, share) => {
        const position = Math.floor(spokenText.length * share);
        const ends = findWordEnds(spokenText);
        const last = ends.findLast(({ to }) => to <= position);
        expect(findLastWordEnd(spokenText, position)).toEqual({
          last,
          isFinal: last !== undefined && last === ends.at(-1),
        });
      }),
      runs(15),
    );
  });

  it.each([
    ['without any space', 'x'.repeat(20_000), 10_000],
    ['of marks alone', `One. ${'… '.repeat(10_000)}`, 15_000],
    ['of marks before a word', `One. ${'… '.repeat(10_000)} two`, 15_000],
    ['of spaces', `One.${' '.repeat(20_000)}two`, 15_000],
  ])('of a text %s too', (_, spokenText, position) => {
    const ends = findWordEnds(spokenText);
    const last = ends.findLast(({ to }) => to <= position);
    expect(findLastWordEnd(spokenText, position)).toEqual({
      last,
      isFinal: last !== undefined && last === ends.at(-1),
    });
  });
});
