import type { SchedulerLike } from 'rxjs';

/** The number of latencies that are kept, and the number required for a percentile. */
const MAX_LATENCIES = 100;
const MIN_LATENCIES = 20;

/** The memory of a provider: when it failed, and how long its answers take. */
export class ProviderMemory {
  /** True once it has timed words. A voice that has not timed any may do so later. */
  timesWords = false;
  #failedAtMs: number | null = null;
  readonly #latencies: number[] = [];
  readonly #scheduler: SchedulerLike;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  /** Returns whether it failed in the last `ms` and has not answered since. */
  hasFailedWithin(ms: number): boolean {
    return this.#failedAtMs !== null && this.#scheduler.now() - this.#failedAtMs < ms;
  }

  fail(): void {
    this.#failedAtMs = this.#scheduler.now();
  }

  succeed(): void {
    this.#failedAtMs = null;
  }

  /**
   * Adds the time from a request to its answer, or to its cancellation without one. Ignores a cancellation within the
   * 95th percentile, which shows nothing.
   */
  addLatency(ms: number, hasAnswered: boolean): void {
    if (!hasAnswered && ms < (this.p95Ms ?? Number.POSITIVE_INFINITY)) return;
    this.#latencies.push(ms);
    if (this.#latencies.length > MAX_LATENCIES) this.#latencies.shift();
  }

  /** Returns the 95th percentile of the latest latencies, in ms; undefined for fewer than 20. */
  get p95Ms(): number | undefined {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    return sorted.length < MIN_LATENCIES ? undefined : sorted[Math.ceil(sorted.length * 0.95) - 1];
  }
}

/** Maximum number of providers that are remembered. */
const MAX_PROVIDERS = 256;

/** One memory per time base: virtual time has its own. */
const memories: WeakMap<SchedulerLike, Map<unknown, ProviderMemory>> = new WeakMap();

/** Returns the memory of a provider, which all sessions share. `key`: its settings as text, or its port. */
export function rememberProvider(key: unknown, scheduler: SchedulerLike): ProviderMemory {
  const known = memories.get(scheduler) ?? new Map<unknown, ProviderMemory>();
  memories.set(scheduler, known);
  const memory = known.get(key) ?? new ProviderMemory(scheduler);
  known.delete(key);
  known.set(key, memory);
  const oldest = known.keys().next();
  if (known.size > MAX_PROVIDERS && oldest.done !== true) known.delete(oldest.value);
  return memory;
}
