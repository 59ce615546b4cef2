import type { MediaAdapter } from '../../../core/mediaAdapter.ts';
import type { LineActions } from '../../../core/ports.ts';
import type { LiveCall } from '../../calls/call.ts';
import type { TakeOvers } from '../../checkpoints/takeOver.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { Problem } from '../../problem.ts';

/** The parameter that names a call. */
export const CALL_ID = 'call_id';

type LineData = Readonly<Record<string, string>>;

/** A line that names its call, and may come back to its session. */
export interface NamedLine {
  readonly adapter: MediaAdapter;
  readonly actions?: LineActions | undefined;
  readonly custom_data: LineData;
  /** Starts a session, with this id. */
  readonly start: (id?: string) => Promise<LiveCall>;
}

export interface ReturningServices extends Pick<SessionServices, 'calls' | 'routing'> {
  readonly takeOvers: TakeOvers;
}

/**
 * Finds the session of a line that names its call: it runs here, or is taken over, or begins. Resolves with undefined if it has ended.
 *
 * @throws (rejects with) Problem `session_elsewhere`, `session_already_connected`, `directory_unavailable`, and the errors of `start` and `takeLine`
 */
export async function findOrStart(
  { adapter, actions, custom_data, start }: NamedLine,
  { calls, routing, takeOvers }: ReturningServices,
): Promise<LiveCall | undefined> {
  const isSame = (other: Readonly<Record<string, unknown>>): boolean => textOf(other) === textOf(custom_data);
  const ids = takeOvers.lineIds(adapter.protocol, custom_data[CALL_ID] ?? '');
  for (const id of ids) {
    const live = calls.findLive(id);
    if (live !== undefined) return isSame(live.custom_data) ? requireReturning(live) : start();
    if ((await routing?.ownerOf(id)) !== undefined) throw new Problem('session_elsewhere');
    const known = calls.find(id)?.status;
    // It has waited in vain.
    if (known !== undefined && 'reason' in known && known.reason === 'disconnected') return start();
    if (known !== undefined) return undefined;
    const taken = await takeOvers.takeLine(id, { adapter, actionsOf: () => actions, isSame }).catch(toOther);
    if (taken === 'other') return start();
    if (taken === 'ended') return undefined;
    if (taken !== undefined) return taken;
  }
  return start(ids[0]);
}

/** A session of another call has this id. @throws what it is given, if it is no Problem `session_not_found` */
function toOther(error: unknown): 'other' {
  if (error instanceof Problem && error.code === 'session_not_found') return 'other';
  throw error;
}

/** @throws Problem `session_ended`, or `session_already_connected` if its first WebSocket is about to open */
function requireReturning(live: LiveCall): LiveCall {
  const { state } = live.status;
  if (state === 'ending' || state === 'ended') throw new Problem('session_ended');
  if (state !== 'active' && state !== 'disconnected') throw new Problem('session_already_connected');
  return live;
}

function textOf(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(data).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
