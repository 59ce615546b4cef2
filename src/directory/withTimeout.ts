import { firstValueFrom, from, type SchedulerLike, timeout } from 'rxjs';

/** Rejects if `promise` has not settled after `ms`. */
export function withTimeout<T>(promise: Promise<T>, ms: number, scheduler: SchedulerLike): Promise<T> {
  return firstValueFrom(from(promise).pipe(timeout({ each: ms, scheduler })));
}
