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
import { placeOf } from '../http/returnPlaces.ts';
import type { CallSetup, LiveCall } from './call.ts';

/** The longest time for which a session is waited for that is not quiet, in ms. */
const QUIET_MS = 5000;
/** For which it has to be quiet: longer than it takes until a checkpoint is taken. */
const SETTLED_MS = 60;

export interface HandOverOptions extends Pick<CallSetup, 'checkpoints' | 'addressesOf'> {
  readonly scheduler: SchedulerLike;
  /** Makes this server forget a call, and others find that nobody has it. */
  readonly leave: (call: LiveCall) => Promise<void>;
}

/** Leaves calls to other servers, each in a quiet instant, or after 5 s. Calls whose session is not kept stay. */
export async function handOver(calls: readonly LiveCall[], options: HandOverOptions): Promise<void> {
  const { checkpoints, addressesOf, scheduler, leave } = options;
  if (checkpoints === undefined) return;
  const handOverOne = async (call: LiveCall): Promise<void> => {
    const opened = call.opened();
    if (opened === undefined) return;
    await untilQuiet(opened.session, scheduler);
    if (!(await checkpoints.handOver(call.id))) return;
    await leave(call);
    opened.connection.leave(addressesOf?.(placeOf(call)) ?? []);
  };
  await Promise.all(calls.map(handOverOne));
}

/** Resolves when nobody speaks and nothing runs, when the session has ended, or after a while. */
async function untilQuiet(
  { userState$, agentState$, ended }: Pick<Session, 'userState$' | 'agentState$' | 'ended'>,
  scheduler: SchedulerLike,
): Promise<void> {
  const quiet = combineLatest([userState$, agentState$]).pipe(
    map(([user, agent]) => user === 'silent' && agent === 'idle'),
    distinctUntilChanged(),
    switchMap((isQuiet) => (isQuiet ? timer(SETTLED_MS, scheduler) : NEVER)),
  );
  await firstValueFrom(merge(quiet, from(ended), timer(QUIET_MS, scheduler)));
}
