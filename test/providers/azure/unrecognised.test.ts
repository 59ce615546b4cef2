import { expect, test } from 'vitest';
import { unrecognised } from '../../../providers/azure/unrecognised.ts';

/** Samples per second: one per ms. */
const RATE = 1000;

test('what lies behind the last phrase is kept', () => {
  const audio = unrecognised(RATE);
  audio.push(Int16Array.of(1, 2, 3));
  audio.push(Int16Array.of(4, 5));
  audio.recognised(2);
  expect([...audio.rest()]).toEqual([3, 4, 5]);
  audio.push(Int16Array.of(6));
  audio.recognised(4);
  expect([...audio.rest()]).toEqual([5, 6]);
});

test('a phrase that ends before the one before, or behind all audio, changes nothing, or leaves nothing', () => {
  const audio = unrecognised(RATE);
  audio.push(Int16Array.of(1, 2, 3));
  audio.recognised(2);
  audio.recognised(1);
  expect([...audio.rest()]).toEqual([3]);
  audio.recognised(100);
  expect([...audio.rest()]).toEqual([]);
});

test('the last minute is kept, and at most as much again', () => {
  const audio = unrecognised(RATE);
  for (let second = 0; second < 180; second++) audio.push(new Int16Array(RATE).fill(second));
  const rest = audio.rest();
  expect(rest.at(-1)).toBe(179);
  expect(rest.length).toBeGreaterThanOrEqual(60 * RATE);
  expect(rest.length).toBeLessThanOrEqual(120 * RATE);
});
