import { AsyncLocalStorage } from 'node:async_hooks';
import type { Subscription } from 'rxjs';

/** Developer code that is running. It remains the same caller across its awaits. */
export interface Caller {
  /** Name used in reports of timers that it sets in real time. Default: such timers are not reported. */
  readonly timerName?: string | undefined;
  /** Called when it has scheduled `work` on a virtual clock. `work` closes after it has run. */
  onSchedule(work: Subscription): void;
}

const callers: AsyncLocalStorage<Caller | undefined> = new AsyncLocalStorage();

export function currentCaller(): Caller | undefined {
  return callers.getStore();
}

/** Runs code on behalf of `caller`, or without a caller. */
export function runAs<T>(caller: Caller | undefined, code: () => T): T {
  return callers.run(caller, code);
}

type TimerListener = (caller: Caller, ms: number) => void;

const timerListeners = new Set<TimerListener>();

/**
 * Calls `listener` for each timer that a caller sets in real time on a scheduler of this library. Returns a function
 * that stops this.
 */
export function watchTimersOf(listener: TimerListener): () => void {
  timerListeners.add(listener);
  return () => void timerListeners.delete(listener);
}

/** Reports a timer set in real time. */
export function reportTimer(ms: number): void {
  if (timerListeners.size === 0) return;
  const caller = currentCaller();
  if (caller !== undefined) for (const listener of timerListeners) listener(caller, ms);
}
