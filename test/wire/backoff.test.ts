import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBackoff, type Backoff } from '../../src/wire/backoff.ts';
import { runs } from '../properties/runs.ts';

const five = (random: () => number = () => 1): Backoff =>
  createBackoff({ attempts: 5, initialMs: 250, maxMs: 1500, random });

test('pauses double up to the longest, and after the last attempt there is none', () => {
  const { nextDelayMs } = five();
  expect([nextDelayMs(), nextDelayMs(), nextDelayMs(), nextDelayMs(), nextDelayMs()]).toEqual([
    250,
    500,
    1000,
    1500,
    null,
  ]);
});

test('one attempt is one attempt', () => {
  expect(createBackoff({ attempts: 1, initialMs: 250, maxMs: 1500, random: () => 1 }).nextDelayMs()).toBeNull();
});

test('success brings all attempts back', () => {
  const { nextDelayMs, reset } = five();
  nextDelayMs();
  nextDelayMs();
  reset();
  expect([nextDelayMs(), nextDelayMs()]).toEqual([250, 500]);
});

test.each([
  [0, 125],
  [0.5, 187.5],
  [1, 250],
])('a random %f makes the first pause %f ms', (random, pause) => {
  expect(five(() => random).nextDelayMs()).toBe(pause);
});

test.each([
  ['longer', 3000, 3000],
  ['shorter', 100, 250],
])('a requested pause of %s is kept', (_, asked, pause) => {
  expect(five().nextDelayMs(asked)).toBe(pause);
});

test('no pause is ever longer than the longest, or shorter than half of what is due', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 30 }), (random, attempts) => {
      const { nextDelayMs } = createBackoff({ attempts, initialMs: 250, maxMs: 4000, random: () => random });
      for (let failed = 1; failed < attempts; failed += 1) {
        const due = Math.min(250 * 2 ** (failed - 1), 4000);
        const pause = nextDelayMs() ?? Number.NaN;
        expect(pause).toBeGreaterThanOrEqual(due / 2);
        expect(pause).toBeLessThanOrEqual(due);
      }
      expect(nextDelayMs()).toBeNull();
    }),
    runs(25),
  );
});
