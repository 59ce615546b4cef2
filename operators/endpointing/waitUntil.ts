import { asapScheduler, EMPTY, observeOn, of, timer, type Observable, type SchedulerLike } from 'rxjs';

/** Emits once at `dueAt`, in scheduler time; never if it is null. */
export function waitUntil(dueAt: number | null, scheduler: SchedulerLike): Observable<unknown> {
  if (dueAt === null) return EMPTY;
  const wait = dueAt - scheduler.now();
  // Speech that starts in the instant in which the turn is due cancels it: the timer comes last.
  return wait <= 0 ? of(null) : timer(wait, scheduler).pipe(observeOn(asapScheduler));
}
