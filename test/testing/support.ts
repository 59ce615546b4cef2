import type { Observable } from 'rxjs';
import { TestScheduler, type RunHelpers } from 'rxjs/testing';
import { expect } from 'vitest';
import type { VirtualClock } from '../../src/time/virtualClock.ts';

/** Runs a marble test; vitest shows the difference. */
export function score(run: (helpers: RunHelpers) => void): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(run);
}

/** Everything `source` does, as `ms what`, while the clock runs. */
export function logOf<T>(source: Observable<T>, clock: VirtualClock, write: (value: T) => string): readonly string[] {
  const log: string[] = [];
  const note = (what: string): void => void log.push(`${clock.now()} ${what}`);
  source.subscribe({
    next: (value) => note(write(value)),
    error: (error: Error) => note(`# ${error.message}`),
    complete: () => note('|'),
  });
  return log;
}
