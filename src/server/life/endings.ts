import {
  combineLatest,
  distinctUntilChanged,
  map,
  merge,
  NEVER,
  startWith,
  switchMap,
  take,
  takeUntil,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { SessionEndReason } from '../../session/floor/types.ts';
import type { Session } from '../../session/session.ts';
import type { Timeouts } from './timeouts.ts';

export interface EndingsOptions extends Pick<Timeouts, 'joinMs' | 'idleMs'> {
  /** Emits the session when its client joins it. */
  readonly opened: Observable<OpenedSession>;
  /** The longest duration of the session. */
  readonly maxMs: number;
  readonly scheduler: SchedulerLike;
}

/** The observable activity of a session. */
export interface OpenedSession extends Pick<Session, 'agentState$' | 'userState$'> {
  readonly edges: Pick<Session['edges'], 'dtmf'>;
}

/**
 * Emits the reason to end a session: nobody has joined it, it has been idle for too long, or it has lasted too long.
 *
 * ```text
 * opened  -j---------------
 * user    s-k--s-----------   s silent, k speaking
 * agent   i----t-p--i------   i idle, t thinking, p speaking
 * keys    ------------1----   of a telephone
 * output  ------------------x   idle_timeout, 6 ms after the last of them
 * ```
 */
export function endings(options: EndingsOptions): Observable<SessionEndReason> {
  const { opened, joinMs, idleMs, maxMs, scheduler } = options;
  const after = (ms: number, reason: SessionEndReason): Observable<SessionEndReason> =>
    timer(ms, scheduler).pipe(map(() => reason));
  const idle = ({ userState$, agentState$, edges }: OpenedSession): Observable<SessionEndReason> =>
    combineLatest([userState$, agentState$]).pipe(
      map(([user, agent]) => user === 'silent' && agent === 'idle'),
      distinctUntilChanged(),
      switchMap((isIdle) =>
        edges.dtmf.pipe(
          startWith(null),
          map(() => isIdle),
        ),
      ),
      switchMap((isIdle) => (isIdle ? after(idleMs, 'idle_timeout') : NEVER)),
    );
  return merge(
    after(joinMs, 'join_timeout').pipe(takeUntil(opened)),
    opened.pipe(take(1), switchMap(idle)),
    after(maxMs, 'max_duration'),
  );
}
