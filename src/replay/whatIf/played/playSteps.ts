import { concatMap, EMPTY, type Observable, type SchedulerLike } from 'rxjs';
import type { SessionControl } from '../../../session/sessionControl.ts';
import { fromTimes, type Timed } from '../fromTimes.ts';
import type { TimedRequest } from '../recorded/stream.ts';
import type { Run } from './run.ts';

/** A step of recorded code, timed relative to its call. */
export interface Step<T> extends Timed {
  readonly run: () => Observable<T>;
}

/** Runs each step at its time, counted from now, and merges what the steps emit. */
export function playSteps<T>(steps: readonly Step<T>[], scheduler: SchedulerLike): Observable<T> {
  const now = scheduler.now();
  const timed = steps.map(({ atMs, run }) => ({ atMs: now + atMs, run }));
  const sorted = timed.toSorted((a, b) => a.atMs - b.atMs);
  return fromTimes(sorted, scheduler).pipe(concatMap(({ run }) => run()));
}

export function createRequestSteps(
  requests: readonly TimedRequest[],
  session: SessionControl,
  { apply }: Pick<Run, 'apply'>,
): readonly Step<never>[] {
  const applied = (request: TimedRequest['request']): Observable<never> => {
    apply(session, request);
    return EMPTY;
  };
  return requests.map(({ atMs, request }) => ({ atMs, run: () => applied(request) }));
}
