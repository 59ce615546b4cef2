import { asyncScheduler } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause } from '../../src/stream/pause.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function endsWithin(ms: number, source: ReturnType<typeof pause>): boolean {
  let ended = false;
  source.subscribe({ complete: () => (ended = true) });
  vi.advanceTimersByTime(ms);
  return ended;
}

test('a pause ends in time, without one at once', () => {
  expect(endsWithin(0, pause(0, asyncScheduler))).toBe(true);
  expect(endsWithin(49, pause(50, asyncScheduler))).toBe(false);
  expect(endsWithin(50, pause(50, asyncScheduler))).toBe(true);
});

test('an infinite pause never ends, although timers of the platform know no infinity', () => {
  expect(endsWithin(1000, pause(Number.POSITIVE_INFINITY, asyncScheduler))).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
