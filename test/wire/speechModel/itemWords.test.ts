import { expect, test } from 'vitest';
import { ItemWords } from '../../../src/wire/speechModel/realtime/itemWords.ts';

const time = (text: string, audio_offset_ms: number, audio_duration_ms = 100) => ({
  text,
  audio_offset_ms,
  audio_duration_ms,
});

test('a word has its time once its text and its time have come, in either order', () => {
  const words = new ItemWords();
  expect(words.addTime(time('At', 0))).toEqual([]);
  expect(words.addText('At eight')).toEqual([{ from: 0, to: 2, startMs: 0, endMs: 100 }]);
  expect(words.addTime(time('eight.', 100))).toEqual([]);
  expect(words.addText('.')).toEqual([{ from: 3, to: 9, startMs: 100, endMs: 200 }]);
});

test('a word that occurs twice has two times', () => {
  const words = new ItemWords();
  words.addText('no no');
  expect([...words.addTime(time('no', 0)), ...words.addTime(time('no', 100))]).toEqual([
    { from: 0, to: 2, startMs: 0, endMs: 100 },
    { from: 3, to: 5, startMs: 100, endMs: 200 },
  ]);
});

test('a word that is written in another way is passed over', () => {
  const words = new ItemWords();
  words.addText('It is 7 now');
  const found = [time('It', 0), time('is', 100), time('seven', 200), time('now', 300)].flatMap((one) =>
    words.addTime(one),
  );
  expect(found.map(({ from, startMs }) => [from, startMs])).toEqual([
    [0, 0],
    [3, 100],
    [8, 300],
  ]);
});

test('what is no time is ignored', () => {
  expect(new ItemWords().addTime({ text: 'At', audio_offset_ms: 'soon' })).toEqual([]);
});
