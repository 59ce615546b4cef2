import { describe, expect, test } from 'vitest';
import { count, ms, plain, plainSeconds, probability, quote, seconds, sentence } from '../../src/core/sentence.ts';

describe('a sentence', () => {
  test('has its numbers by name, those of the sentences in it too', () => {
    const inner = sentence`${ms('voicedMs', 320)} of voice`;
    expect(sentence`not interrupted: ${inner}, ${plain('neededMs', 500)} needed`).toEqual({
      text: 'not interrupted: 320 ms of voice, 500 needed',
      numbers: { voicedMs: 320, neededMs: 500 },
    });
  });

  test.each([
    [ms('a', 320.4), '320 ms'],
    [plain('a', 499.6), '500'],
    [seconds('a', 1234), '1.23 s'],
    [plainSeconds('a', 1234), '1.23'],
    [probability('a', 0.4876), '0.49'],
    [count('a', 1, 'word'), '1 word'],
    [count('a', 2, 'word'), '2 words'],
    [count('a', 0, 'word'), '0 words'],
  ])('rounds %j', ({ text }, written) => expect(text).toBe(written));
});

describe('quoted words', () => {
  test('are on one line', () => expect(quote(' a\n  table ')).toBe("'a table'"));

  test('have at most 60 characters', () => {
    expect(quote('x'.repeat(60))).toBe(`'${'x'.repeat(60)}'`);
    expect(quote('x'.repeat(61))).toBe(`'${'x'.repeat(59)}…'`);
  });
});
