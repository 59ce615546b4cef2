import { describe, expect, it } from 'vitest';
import { align } from '../../../src/testing/score/expect/align.ts';

/** What goes together in capitals, `-x` where x is missing, `+x` where there is one too many. */
function aligned(expected: string, got: string): string {
  const pairs = align(expected.length, got.length, (e, g) => expected[e] === got[g]);
  return pairs
    .map((pair) => {
      if (pair.got === undefined) return `-${expected[pair.expected ?? 0]}`;
      return pair.expected === undefined ? `+${got[pair.got]}` : got[pair.got]?.toUpperCase();
    })
    .join(' ');
}

describe('two lists', () => {
  it.each([
    ['abc', 'abc', 'A B C'],
    ['abc', 'xabc', '+x A B C'],
    ['abc', 'axbc', 'A +x B C'],
    ['abc', 'ac', 'A -b C'],
    ['abc', 'ab', 'A B -c'],
    ['abc', 'axc', 'A -b +x C'],
    ['', 'ab', '+a +b'],
    ['ab', '', '-a -b'],
    ['abcd', 'bcda', '-a B C D +a'],
  ])('%s and %s go together as %s', (expected, got, pairs) => expect(aligned(expected, got)).toBe(pairs));
});
