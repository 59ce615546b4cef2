import type { SchedulerLike } from 'rxjs';

/** Event counts, each in its own time window. */
export interface Windows {
  /**
   * Counts an event. Returns 0 if it is one of the first `max` in its window; otherwise the time until the next window,
   * in ms.
   */
  count(key: string, max: number): number;
}

/** Maximum number of keys; beyond it, the oldest windows are dropped. */
const MAX_KEYS = 10_000;

/**
 * Creates windows of `windowMs`. A key's window begins with its first event, and the next window with the first event
 * after that.
 */
export function createWindows(windowMs: number, scheduler: SchedulerLike): Windows {
  // Ordered by their start.
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
