import { EMPTY, NEVER, Observable, type SchedulerLike } from 'rxjs';

/** Completes after `ms` without emitting: synchronously for 0, never for `Infinity`. */
export function pause(ms: number, scheduler: SchedulerLike): Observable<never> {
  if (ms === Number.POSITIVE_INFINITY) return NEVER;
  if (ms <= 0) return EMPTY;
  return new Observable((subscriber) => scheduler.schedule(() => subscriber.complete(), ms));
}
