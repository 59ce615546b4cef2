import { AsyncLocalStorage } from 'node:async_hooks';
import type { Subscription } from 'rxjs';

/** Code of a developer that is being run; whatever it awaits in between, it is the same caller. */
export interface Caller {
  /** What it is called where it sets timers in real time; without it nobody is told of them. */
  readonly timerName?: string | undefined;
  /** Has put `work` on a virtual clock, which closes when it has been done. */
  onSchedule(work: Subscription): void;
}

const callers: AsyncLocalStorage<Caller | undefined> = new AsyncLocalStorage();

export function currentCaller(): Caller | undefined {
  return callers.getStore();
}

/** Runs code as that of `caller`, or of nobody. */
export function runAs<T>(caller: Caller | undefined, code: () => T): T {
  return callers.run(caller, code);
}
