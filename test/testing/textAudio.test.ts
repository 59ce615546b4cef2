import { describe, expect, test } from 'vitest';
import { createTextReader, encodeText } from '../../src/testing/textAudio.ts';

const RATES = [8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const TEXT = 'tell me: it is 7 & <fine>, Müller!';

describe('sound that can be read', () => {
  test.each(RATES)('is read as its text at %d Hz, whole or cut anywhere', (rate) => {
    const samples = encodeText(TEXT, rate);
    for (const length of [samples.length, 1, 7, 333, 1024]) {
      const reader = createTextReader(rate);
      let text = '';
      for (let from = 0; from < samples.length; from += length)
        text = reader.push(samples.subarray(from, from + length));
      expect(text).toBe(TEXT);
    }
  });

  test('is 40 ms a character, and half a second of silence for none', () => {
    expect(encodeText('ab', 16_000)).toHaveLength(1280);
    expect(encodeText('', 16_000)).toEqual(new Int16Array(8000));
  });

  test('is read as it grows', () => {
    const reader = createTextReader(8000);
    expect(reader.push(encodeText('a', 8000))).toBe('a');
    expect(reader.push(new Int16Array(4000))).toBe('a');
    expect(reader.push(encodeText('b', 8000))).toBe('ab');
  });

  test('that was sent twice is read twice', () => {
    const reader = createTextReader(8000);
    reader.push(encodeText('yes', 8000));
    expect(reader.push(encodeText('yes', 8000))).toBe('yesyes');
  });

  test('that lost a piece is read without it', () =>
    expect(createTextReader(8000).push(encodeText('what time', 8000).subarray(640))).toBe('at time'));
});
