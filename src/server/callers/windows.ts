import type { SchedulerLike } from 'rxjs';

/** Counts of events, each in windows of time of its own. */
export interface Windows {
  /** Counts an event. Returns 0 if it is one of the first `max` of its window, else the time until the next window, in ms. */
  count(key: string, max: number): number;
}

/** The least recent windows are forgotten beyond so many. */
const MAX_KEYS = 10_000;

/** Creates windows of `windowMs`. The window of a key begins with its first event, and the next with the first one after it. */
export function createWindows(windowMs: number, scheduler: SchedulerLike): Windows {
  // In the order of their beginning.
  const windows = new Map<string, { count: number; readonly until: number }>();
  const forget = (now: number): void => {
    for (const [key, { until }] of windows) {
      if (until > now && windows.size <= MAX_KEYS) return;
      windows.delete(key);
    }
  };
  return {
    count: (key, max) => {
      const now = scheduler.now();
      forget(now);
      const window = windows.get(key) ?? { count: 0, until: now + windowMs };
      window.count += 1;
      windows.set(key, window);
      return window.count <= max ? 0 : window.until - now;
    },
  };
}
