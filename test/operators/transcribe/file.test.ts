import { expect, it } from 'vitest';
import type { VadEvent } from '../../../src/core/speech.ts';
import { createHarness } from './score.ts';

const FINAL_TIMEOUT_MS = 1000;

const started = (segment: number, atMs: number): VadEvent => ({
  kind: 'started',
  segment,
  atMs,
  voicedMs: 64,
  lastVoicedMs: atMs,
  audio: [],
});
const ended = (segment: number, atMs: number): VadEvent => ({
  kind: 'ended',
  segment,
  atMs,
  voicedMs: 96,
  lastVoicedMs: atMs,
  by: 'silence',
});

it.each([
  { which: 'as it is spoken', tookMs: 5000, waits: 5000 + FINAL_TIMEOUT_MS },
  { which: 'slower than it is spoken', tookMs: 7000, waits: 7000 + FINAL_TIMEOUT_MS },
  { which: 'in frames of a second', tookMs: 4000, waits: 4000 + FINAL_TIMEOUT_MS },
  { which: 'more than a second early', tookMs: 3999, waits: 5000 + FINAL_TIMEOUT_MS },
  { which: 'from a file, at once', tookMs: 0, waits: 5000 + FINAL_TIMEOUT_MS },
])('the recogniser has $waits ms for 5 s of audio that come $which', ({ tookMs, waits }) => {
  const timeouts: number[] = [];
  const report = (): void => void timeouts.push(test.clock.now());
  const test = createHarness({ finalTimeoutMs: FINAL_TIMEOUT_MS, report });
  test.clock.schedule(() => test.speak(started(0, 700)), 0);
  test.clock.schedule(() => test.speak(ended(0, 5700)), tookMs);
  test.clock.flush();
  expect(timeouts).toEqual([waits]);
});

it('what follows in the file is audio that a recogniser has to listen to, too', () => {
  const test = createHarness({ finalTimeoutMs: FINAL_TIMEOUT_MS });
  test.speak(started(0, 100), ended(0, 2100), started(1, 3100), ended(1, 8100));
  test.clock.maxFrames = 7999;
  test.clock.flush();
  expect(test.output).toEqual([]);
  test.clock.maxFrames = Number.POSITIVE_INFINITY;
  test.clock.flush();
  expect(test.output.map(({ segment }) => segment)).toEqual([0, 1]);
});

it('a segment that starts when all others are settled is measured from its own start', () => {
  const test = createHarness({ finalTimeoutMs: FINAL_TIMEOUT_MS });
  test.speak(started(0, 100), ended(0, 900));
  test.say({ kind: 'empty', segment: 0 });
  // The audio in between never came: it was muted, or a clock runs fast.
  test.speak(started(1, 60_000), ended(1, 60_500));
  test.clock.flush();
  expect(test.clock.now()).toBe(FINAL_TIMEOUT_MS);
  expect(test.output.map(({ kind }) => kind)).toEqual(['settled', 'settled']);
});
