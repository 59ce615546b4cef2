import { expect, test } from 'vitest';
import { openedSince, openResources } from '../server/faults/openResources.ts';
import type { Dialect } from './dialect.ts';
import { areAnswersTo, holdTones, SERVED, serveTones } from './toneServer.ts';

const CALLS = 40;
const QUESTIONS = 3;

/** Each call has a tone of its own, 25 Hz from the next. */
const toneOf = (call: number): number => 400 + 25 * call;

test('40 calls over all protocols at once: each hears the answers to its own words, and nothing is left open', {
  timeout: 180_000,
}, async () => {
  const before = openResources();
  const { url, close } = await serveTones();
  const hold = (_: unknown, call: number): Promise<readonly number[]> =>
    holdTones(SERVED[call % SERVED.length] as Dialect, url, toneOf(call), QUESTIONS);
  const calls = await Promise.all(Array.from({ length: CALLS }, hold));
  await close();
  const wrong = calls
    .map((answers, call) => ({ hz: toneOf(call), answers }))
    .filter(({ hz, answers }) => answers.length !== QUESTIONS || !areAnswersTo(hz, answers));
  expect(wrong).toEqual([]);
  // The sockets close one by one; what stays open ends the test by its timeout.
  while (openedSince(before).length > 0) await new Promise((resolve) => setImmediate(resolve));
});
