import { expect, test } from 'vitest';
import { createUnrecognisedAudio } from '../../../providers/azure/unrecognisedAudio.ts';

/** Samples per second: one per ms. */
const RATE = 1000;

test('what lies behind the last phrase is kept', () => {
  const audio = createUnrecognisedAudio(RATE);
  audio.push(Int16Array.of(1, 2, 3));
  audio.push(Int16Array.of(4, 5));
  audio.dropUntil(2);
  expect([...audio.remaining()]).toEqual([3, 4, 5]);
  audio.push(Int16Array.of(6));
  audio.dropUntil(4);
  expect([...audio.remaining()]).toEqual([5, 6]);
});

test('a phrase that ends before the one before, or behind all audio, changes nothing, or leaves nothing', () => {
  const audio = createUnrecognisedAudio(RATE);
  audio.push(Int16Array.of(1, 2, 3));
  audio.dropUntil(2);
  audio.dropUntil(1);
  expect([...audio.remaining()]).toEqual([3]);
  audio.dropUntil(100);
  expect([...audio.remaining()]).toEqual([]);
});

test('the last minute is kept, and at most as much again', () => {
  const audio = createUnrecognisedAudio(RATE);
  for (let second = 0; second < 180; second++) audio.push(new Int16Array(RATE).fill(second));
  const rest = audio.remaining();
  expect(rest.at(-1)).toBe(179);
  expect(rest.length).toBeGreaterThanOrEqual(60 * RATE);
  expect(rest.length).toBeLessThanOrEqual(120 * RATE);
});
