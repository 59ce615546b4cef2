import type { SchedulerLike } from 'rxjs';

/** A map whose entries expire, and which drops the oldest entries when it is full. */
export interface ExpiringMap<Value> {
  /** Adds an entry, whose lifetime begins now. */
  set(key: string, value: Value): void;
  get(key: string): Value | undefined;
  /** The number of entries in memory. */
  readonly size: number;
}

export interface ExpiringMapOptions<Value> {
  /** Time for which an entry is kept, in ms. */
  readonly keepMs: number;
  readonly maxEntries: number;
  readonly scheduler: Pick<SchedulerLike, 'now'>;
  /** Called with each value that is dropped. */
  readonly dropped?: ((value: Value) => void) | undefined;
}

/**
 * Creates a map that keeps the latest `maxEntries`, each for `keepMs`. It has no timer: the next access frees expired
 * entries.
 */
export function createExpiringMap<Value>(options: ExpiringMapOptions<Value>): ExpiringMap<Value> {
  const { keepMs, maxEntries, scheduler, dropped } = options;
  // Oldest first.
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  const expire = (): void => {
    for (const [key, { until, value }] of entries) {
      if (until > scheduler.now() && entries.size <= maxEntries) return;
      entries.delete(key);
      dropped?.(value);
    }
  };
  return {
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, { value, until: scheduler.now() + keepMs });
      expire();
    },
    get: (key) => {
      expire();
      return entries.get(key)?.value;
    },
    get size() {
      return entries.size;
    },
  };
}
