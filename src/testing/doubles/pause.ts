import { EMPTY, ignoreElements, NEVER, timer } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';

/** Completes in `ms`, without a value; 0 completes in the same instant, `Infinity` never. */
export function pause(ms: number, scheduler: SchedulerLike): Observable<never> {
  if (ms === Number.POSITIVE_INFINITY) return NEVER;
  return ms > 0 ? timer(ms, scheduler).pipe(ignoreElements()) : EMPTY;
}
