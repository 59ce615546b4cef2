import { describe, expect, test } from 'vitest';
import { createWordTimings, type Snapshot } from '../../../providers/fish/wordTimings.ts';
import type { SpokenWord } from '../../../src/wire/tts/dialect.ts';

/** `'so 0-2'`: the text and its times in tenths of a second. */
function snapshot(chunk: number, offset: number, ...segments: readonly string[]): Snapshot {
  return {
    chunk,
    offset,
    segments: segments.map((segment) => {
      const [, text = '', start, end] = /^(.*) (\d+)-(\d+)$/u.exec(segment) ?? [];
      return { text, start: Number(start) / 10, end: Number(end) / 10 };
    }),
  };
}

/** More text than is ever timed. */
const MORE = 99;

const read = (words: readonly SpokenWord[]): string[] =>
  words.map(({ text, startMs, endMs }) => `${text} ${Math.round(startMs)}-${Math.round(endMs)}`);

describe('timings', () => {
  test('the last segment waits for what comes next', () => {
    const times = createWordTimings();
    expect(read(times.add(snapshot(0, 0, 'so 0-2', 'it 2-4'), MORE))).toEqual(['so 0-200']);
    expect(read(times.end())).toEqual(['it 200-400']);
    expect(read(times.end())).toEqual([]);
  });

  test('a later snapshot stands for the earlier one, and gives what is new', () => {
    const times = createWordTimings();
    times.add(snapshot(0, 0, 'so 0-2', 'i 2-3'), MORE);
    expect(read(times.add(snapshot(0, 0, 'so 0-2', 'it 2-4', 'is 4-6'), MORE))).toEqual(['it 200-400']);
  });

  test('the next chunk settles the one before, and counts from its own beginning', () => {
    const times = createWordTimings();
    times.add(snapshot(0, 0, 'so 0-2'), MORE);
    expect(read(times.add(snapshot(1, 1.5, 'it 0-2', 'is 2-4'), MORE))).toEqual(['so 0-200', 'it 1500-1700']);
  });

  test('a correction of a timing that was emitted emits nothing', () => {
    const times = createWordTimings();
    times.add(snapshot(0, 0, 'so 0-2', 'it 2-4'), MORE);
    expect(read(times.add(snapshot(0, 0, 'so 1-3', 'it 3-5'), MORE))).toEqual([]);
    expect(read(times.end())).toEqual(['it 300-500']);
  });

  test('the time of a segment goes to its words by their length', () => {
    const times = createWordTimings();
    times.add(snapshot(0, 0, 'a bcd 0-4'), MORE);
    expect(read(times.end())).toEqual(['a 0-100', 'bcd 100-400']);
  });

  test('where all text that was sent is timed, none waits', () => {
    const times = createWordTimings();
    expect(read(times.add(snapshot(0, 0, 'so, 0-2', 'it 2-4'), 5))).toEqual(['so, 0-200']);
    expect(read(times.add(snapshot(0, 0, 'so, 0-2', 'it 2-4'), 4))).toEqual(['it 200-400']);
  });

  test('Chinese characters are words of their own', () => {
    const times = createWordTimings();
    expect(read(times.add(snapshot(0, 0, '你好 0-2'), 2))).toEqual(['你 0-100', '好 100-200']);
  });
});
