// Each runs what was begun on its scheduler up to `untilMs`, instant by instant, with promises settled between.
import { VirtualClock } from 'antiphon/testing';
import { VirtualTimeScheduler } from 'rxjs';

/** Promises that a test's author would let settle after each instant: enough for a handler that awaits. */
const JOBS_PER_INSTANT = 20;

export const drivers = {
  VirtualClock: async (begin, untilMs) => {
    const clock = new VirtualClock();
    const log = begin(clock);
    await clock.run(untilMs);
    return log;
  },
  VirtualTimeScheduler: async (begin, untilMs) => {
    const scheduler = new VirtualTimeScheduler();
    const log = begin(scheduler);
    for (let due = nextOf(scheduler); due <= untilMs; due = nextOf(scheduler)) {
      scheduler.maxFrames = due;
      scheduler.flush();
      for (let job = 0; job < JOBS_PER_INSTANT; job++) await Promise.resolve();
    }
    return log;
  },
};

function nextOf({ actions }) {
  return actions.reduce((first, { delay }) => Math.min(first, delay), Number.POSITIVE_INFINITY);
}
