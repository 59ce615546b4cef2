import { expect, test } from 'vitest';
import { spreadWords, textOfWords, wordsOf } from '../../../src/replay/whatIf/recorded/words.ts';

const windows = (from: number, count: number): readonly number[] => Array.from({ length: count }, (_, n) => from + n);

test.each(['Well, I’d like two – no, three!', '¿Qué hora es?', '今天天气很好。', 'at 7.30 p.m.'])(
  'the words of "%s" are all of it',
  (text) => {
    const words = wordsOf(text);
    expect(words.length).toBeGreaterThan(1);
    expect(words.join('')).toBe(text);
  },
);

test('nothing is no words', () => {
  expect(wordsOf(' ')).toEqual([]);
});

test('words lie in the voiced windows by their length, a pause between them counts for nothing', () => {
  const voiced = [...windows(10, 5), ...windows(40, 5)];
  expect(spreadWords(['tell ', 'me ', 'a ', 'tale'], voiced, 0, []).map(({ window }) => window)).toEqual([
    13, 40, 42, 44,
  ]);
});

test('a word that was heard before lies before', () => {
  const words = spreadWords(['one ', 'two ', 'three'], windows(0, 12), 0, [{ window: 4, words: 2 }]);
  expect(words.map(({ window }) => window)).toEqual([3, 4, 11]);
});

test('words of one segment stand as they stood, those of two are set apart', () => {
  const [first, second] = [
    spreadWords(wordsOf('今天天气'), windows(0, 9), 0, []),
    spreadWords(['很好'], windows(20, 9), 1, []),
  ];
  expect(textOfWords([...first, ...second])).toBe('今天天气 很好');
});
