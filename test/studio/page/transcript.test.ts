import { describe, expect, it } from 'vitest';
import { describeUnheard, indexAt, splitLine, withoutReplaced } from '../../../src/studio/page/logic/transcript.ts';
import type { TranscriptLine } from '../../../src/studio/protocol.ts';

const line: TranscriptLine = {
  atMs: 1000,
  who: 'agent',
  text: 'a table for two',
  heardChars: 7,
  kind: 'message',
  words: [
    { fromMs: 1000, toMs: 1200, fromChar: 0, toChar: 1 },
    { fromMs: 1200, toMs: 1500, fromChar: 2, toChar: 7 },
  ],
};

describe('a line', () => {
  it('is split into words with times and the rest, without losing a character', () => {
    const pieces = splitLine(line);
    expect(pieces.map(({ text }) => text).join('')).toBe(line.text);
    expect(pieces.map(({ text, state, fromMs }) => [text, state, fromMs])).toEqual([
      ['a', 'heard', 1000],
      [' ', 'heard', null],
      ['table', 'heard', 1200],
      [' for two', 'unheard', null],
    ]);
  });

  it('is split within a word of which a part was heard', () =>
    expect(splitLine({ ...line, heardChars: 4 }).map(({ text, state }) => [text, state])).toEqual([
      ['a', 'heard'],
      [' ', 'heard'],
      ['ta', 'heard'],
      ['ble', 'unheard'],
      [' for two', 'unheard'],
    ]));

  it('of the user counts as heard, an interim as neither', () => {
    expect(splitLine({ ...line, who: 'user', heardChars: 0 }).every(({ state }) => state === 'heard')).toBe(true);
    expect(splitLine({ ...line, who: 'user', kind: 'interim' }).every(({ state }) => state === 'interim')).toBe(true);
  });

  it('with words that overlap or lie outside keeps its text', () => {
    const words = [{ fromMs: 0, toMs: 1, fromChar: 0, toChar: 99 }, ...line.words, ...line.words];
    expect(
      splitLine({ ...line, words })
        .map(({ text }) => text)
        .join(''),
    ).toBe(line.text);
  });

  it('tells a screen reader what was not heard', () => {
    expect(describeUnheard(line)).toBe('partly heard');
    expect(describeUnheard({ ...line, heardChars: 0 })).toBe('not heard');
    expect(describeUnheard({ ...line, heardChars: 15 })).toBeNull();
    expect(describeUnheard({ ...line, text: 'a table for two ', heardChars: 15 })).toBeNull();
  });
});

describe('interims', () => {
  const said = (text: string, kind: TranscriptLine['kind']): TranscriptLine => ({ ...line, who: 'user', text, kind });
  it('that a later transcript replaced are left out', () =>
    expect(
      withoutReplaced([said('a table', 'message'), said('a', 'interim'), line, said('for', 'interim'), line]).map(
        ({ text }) => text,
      ),
    ).toEqual(['a table', line.text, 'for', line.text]));
});

describe('words that never became a message', () => {
  const interim = (text: string): TranscriptLine => ({ ...line, who: 'user', text, kind: 'interim' });
  it('are shown as they were last', () =>
    expect(withoutReplaced([interim('a'), interim('a table'), line]).map(({ text }) => text)).toEqual([
      'a table',
      line.text,
    ]));
});

describe('the line at a time', () => {
  const lines = [100, 200, 200, 300].map((atMs) => ({ atMs }));
  it.each([
    [99, -1],
    [100, 0],
    [199, 0],
    [200, 2],
    [5000, 3],
  ])('%i ms is number %i', (atMs, index) => expect(indexAt(lines, atMs)).toBe(index));
  it('does not exist in an empty transcript', () => expect(indexAt([], 100)).toBe(-1));
});
