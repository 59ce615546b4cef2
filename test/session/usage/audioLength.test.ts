import { expect, it } from 'vitest';
import { AudioLength } from '../../../src/session/usage/audioLength.ts';
import { countCharacters } from '../../../src/core/countCharacters.ts';

/** The length of frames of so many samples. */
function msOf(...frames: readonly (readonly [samples: number, sampleRate: number])[]): number {
  const length = new AudioLength();
  for (const [samples, sampleRate] of frames) length.add({ samples: new Int16Array(samples), sampleRate });
  return length.ms();
}

it.each([
  [16_000, 512],
  [44_100, 441],
  [48_000, 480],
  [8000, 1],
])('the length of audio at %i Hz has no error that adds up', (sampleRate, samples) => {
  const frames = Array.from({ length: 1000 }, () => [samples, sampleRate] as const);
  expect(msOf(...frames)).toBe(Math.round((1000 * 1000 * samples) / sampleRate));
});

it('audio of several rates adds up', () => {
  expect(msOf([480, 48_000], [160, 16_000], [480, 48_000])).toBe(30);
});

it.each([
  ['', 0],
  ['Yes.', 4],
  ['Ça va', 5],
  ['🌿', 1],
  ['日本', 2],
  ['\uD83C', 1],
])('%j has %i characters', (text, expected) => {
  expect(countCharacters(text)).toBe(expected);
});
