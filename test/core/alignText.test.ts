import { describe, expect, it } from 'vitest';
import { alignText } from '../../src/core/alignText.ts';

describe('a text aligned with known words', () => {
  it.each([
    ['book a table', 'Book a table.', ''],
    ['book a table', 'Book a table for two.', 'for two.'],
    ['book a table', 'Look, a table. For two.', 'For two.'],
    ['a table for two', 'A table for 2, please.', 'please.'],
    ['two', '2', ''],
    ['three', '2', '2'],
    ['book table', 'Book a table now.', 'now.'],
    ['no', 'no no', 'no'],
    ['yes', 'no wait', 'no wait'],
    ['', 'hello', 'hello'],
    ["don't stop", 'Don’t stop there.', 'there.'],
    ['café', 'Cafe\u0301 au lait', 'au lait'],
    ['予約を', '予約をお願いします。', 'お願いします。'],
  ])('known %j, text %j: goes beyond by %j', (known, text, beyond) => {
    expect(alignText(known, text).beyond).toBe(beyond);
  });

  it.each([
    ['book a table for two', 'Book a', 'table for two', ''],
    ['book a table', 'Book a table.', '', ''],
    ['book a table', 'no', 'book a table', 'no'],
    ['one two three', 'three', '', ''],
    ['one two one', 'one', 'two one', ''],
  ])('known %j, text %j: %j is missing', (known, text, missing, beyond) => {
    expect(alignText(known, text)).toEqual({ missing, beyond });
  });
});
