import { describe, expect, test } from 'vitest';
import { createWordBuffer } from '../../../src/wire/tts/textBuffer.ts';

/** What goes with each piece, then at the end. */
function release(...pieces: readonly string[]): string[] {
  const hold = createWordBuffer();
  return [...pieces.map((piece) => hold.push(piece)), hold.end()];
}

describe('createWordBuffer', () => {
  test('holds a word that came in parts until it is whole', () =>
    expect(release('Hel', 'lo wor', 'ld.')).toEqual(['', 'Hello ', '', 'world. ']));

  test('ends every piece with one space', () => expect(release('a\n', 'b ', 'c')).toEqual(['a\n ', 'b ', '', 'c ']));

  test('lets white space wait for its word', () =>
    expect(release(' ', '\n', 'hi ', ' ')).toEqual(['', '', ' \nhi ', '', '']));

  test('cuts Chinese at its punctuation', () =>
    expect(release('你好，世', '界。再', '见')).toEqual(['你好， ', '世界。 ', '', '再见 ']));

  test('gives what there is when it is flushed, and goes on', () => {
    const hold = createWordBuffer();
    expect([hold.push('one two'), hold.flush(), hold.flush(), hold.push(' three '), hold.end()]).toEqual([
      'one ',
      'two ',
      '',
      ' three ',
      '',
    ]);
  });

  test('does not hold for ever what has no end', () =>
    expect(release('x'.repeat(201))).toEqual([`${'x'.repeat(201)} `, '']));

  test('cuts no character in two', () =>
    expect(release(`${'x'.repeat(200)}\uD83D`, '\uDE00 ')).toEqual([`${'x'.repeat(200)} `, '😀 ', '']));
});
