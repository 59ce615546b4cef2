import {
  combineLatest,
  distinctUntilChanged,
  firstValueFrom,
  from,
  map,
  merge,
  NEVER,
  switchMap,
  timer,
  type SchedulerLike,
} from 'rxjs';
import type { Session } from '../../session/session.ts';
import { placeOf, type ReturningCall } from '../protocols/returnPlaces.ts';
import type { MediaConnection } from '../media/mediaConnection.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { TakeOvers } from './takeOver.ts';

/** The longest wait for a session to become quiet, in ms. */
const QUIET_MS = 5000;
/** How long a session has to be quiet, in ms: longer than it takes to create a checkpoint. */
const SETTLED_MS = 60;

/** A call that is handed over. */
export interface HandedCall extends ReturningCall {
  /** Returns the running session, and the connection of its client. */
  opened(): { readonly session: QuietingSession; readonly connection: Pick<MediaConnection, 'leave'> } | undefined;
}

type QuietingSession = Pick<Session, 'userState$' | 'agentState$' | 'ended'>;

export interface HandOverOptions<Call> {
  /** The checkpoints of the server. @default the sessions end with it */
  readonly checkpoints?: Pick<Checkpoints, 'handOver'> | undefined;
  readonly addressesOf?: TakeOvers['addressesOf'] | undefined;
  readonly scheduler: SchedulerLike;
  /** Makes this server forget a call, so that others find the session without an owner. */
  readonly leave: (call: Call) => Promise<void>;
}

/**
 * Hands calls over to other servers, each at a quiet moment, or after 5 s. Calls whose sessions are not kept remain.
 */
export async function handOver<Call extends HandedCall>(
  calls: readonly Call[],
  options: HandOverOptions<Call>,
): Promise<void> {
  const { checkpoints, addressesOf, scheduler, leave } = options;
  if (checkpoints === undefined) return;
  const handOverOne = async (call: Call): Promise<void> => {
    const opened = call.opened();
    if (opened === undefined) return;
    await untilQuiet(opened.session, scheduler);
    if (!(await checkpoints.handOver(call.id))) return;
    await leave(call);
    opened.connection.leave(addressesOf?.(placeOf(call)) ?? []);
  };
  await Promise.all(calls.map(handOverOne));
}

/** Resolves when nobody is speaking and nothing is running, when the session has ended, or after a timeout. */
async function untilQuiet(
  { userState$, agentState$, ended }: QuietingSession,
  scheduler: SchedulerLike,
): Promise<void> {
  const quiet = combineLatest([userState$, agentState$]).pipe(
    map(([user, agent]) => user === 'silent' && agent === 'idle'),
    distinctUntilChanged(),
    switchMap((isQuiet) => (isQuiet ? timer(SETTLED_MS, scheduler) : NEVER)),
  );
  await firstValueFrom(merge(quiet, from(ended), timer(QUIET_MS, scheduler)));
}
