import { describe, expect, test } from 'vitest';
import { readingEar, soundOf } from './sound.ts';

const RATES = [8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const TEXT = 'tell me: it is 7 & <fine>, Müller!';

describe('sound that can be read', () => {
  test.each(RATES)('is read as its text at %d Hz, whole or cut anywhere', (rate) => {
    const samples = soundOf(TEXT, rate);
    for (const length of [samples.length, 1, 7, 333, 1024]) {
      const ear = readingEar(rate);
      let text = '';
      for (let from = 0; from < samples.length; from += length) text = ear.push(samples.subarray(from, from + length));
      expect(text).toBe(TEXT);
    }
  });

  test('is 40 ms a character, and half a second of silence for none', () => {
    expect(soundOf('ab', 16_000)).toHaveLength(1280);
    expect(soundOf('', 16_000)).toEqual(new Int16Array(8000));
  });

  test('is read as it grows', () => {
    const ear = readingEar(8000);
    expect(ear.push(soundOf('a', 8000))).toBe('a');
    expect(ear.push(new Int16Array(4000))).toBe('a');
    expect(ear.push(soundOf('b', 8000))).toBe('ab');
  });

  test('that was sent twice is read twice', () => {
    const ear = readingEar(8000);
    ear.push(soundOf('yes', 8000));
    expect(ear.push(soundOf('yes', 8000))).toBe('yesyes');
  });

  test('that lost a piece is read without it', () =>
    expect(readingEar(8000).push(soundOf('what time', 8000).subarray(640))).toBe('at time'));
});
