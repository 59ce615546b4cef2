import { defer, map, of, repeat, switchMap, timer, type Observable, type SchedulerLike } from 'rxjs';

/** Ticks at absolute deadlines, so that late ticks are made up for. */
export function every(ms: number, scheduler: SchedulerLike): Observable<void> {
  return defer(() => {
    const startedAt = scheduler.now();
    const tick = (count: number): Observable<void> =>
      timer(Math.max(0, startedAt + count * ms - scheduler.now()), scheduler).pipe(map(() => undefined));
    return tick(1).pipe(switchMap(() => of(undefined).pipe(repeat({ delay: (count) => tick(count + 1) }))));
  });
}
