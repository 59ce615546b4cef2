import { describe, expect, test } from 'vitest';
import { shorten, createTerminal, wrap } from '../../examples/talk/terminal.ts';

const tty = { isTTY: true, columns: 60, hasColors: () => true, write: () => true };

describe('the output', () => {
  test('has colours on a terminal that welcomes them', () => {
    expect(createTerminal(tty).paint('red', 'cut')).toBe('\u001b[31mcut\u001b[39m');
  });

  test('has none where they are unwelcome, as with NO_COLOR, and none in a file', () => {
    expect(createTerminal({ ...tty, hasColors: () => false }).paint('red', 'cut')).toBe('cut');
    expect(createTerminal({ ...tty, isTTY: false }).paint('red', 'cut')).toBe('cut');
  });

  test.each([
    [{ ...tty, columns: 60 }, 60],
    [{ ...tty, columns: 20 }, 32],
    [{ ...tty, isTTY: false, columns: 0 }, 80],
  ])('is as wide as it can be', (stream, columns) => {
    expect(createTerminal(stream).columns).toBe(columns);
  });
});

describe('a text', () => {
  test('is wrapped between words', () => {
    expect(wrap('one two  three four', 9)).toEqual(['one two', 'three', 'four']);
  });

  test('is broken inside a word only where that is longer than the line', () => {
    expect(wrap('a {"people":2}', 6)).toEqual(['a', '{"peop', 'le":2}']);
  });

  test('without words is one empty line', () => {
    expect(wrap('', 6)).toEqual(['']);
  });

  test('is shortened to what fits, and marked as shortened', () => {
    expect([shorten('hello', 5), shorten('hello', 4)]).toEqual(['hello', 'hel…']);
  });
});
