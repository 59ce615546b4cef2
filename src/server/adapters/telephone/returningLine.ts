import type { MediaAdapter } from '../../../core/mediaAdapter.ts';
import type { DirectoryNode } from '../../../core/sessionDirectory.ts';
import type { LineActions } from '../../../core/ports.ts';
import type { LiveCall } from '../../calls/call.ts';
import type { TakeOvers } from '../../checkpoints/takeOver.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { Problem } from '../../problems/problem.ts';

/** The parameter that identifies a call. */
export const CALL_ID = 'call_id';

type LineData = Readonly<Record<string, string>>;

/** A line that identifies its call and can return to its session. */
export interface NamedLine {
  readonly adapter: MediaAdapter;
  readonly actions?: LineActions | undefined;
  readonly custom_data: LineData;
  /** Starts a session with this id. */
  readonly start: (id?: string) => Promise<LiveCall>;
}

export interface ReturningServices extends Pick<SessionServices, 'calls' | 'routing'> {
  readonly takeOvers: TakeOvers;
}

/** The state of a session. `other` means that it belongs to another call, or that it has waited in vain. */
type Known = LiveCall | Elsewhere | 'ended' | 'other' | undefined;

/** A session on another node. */
export interface Elsewhere {
  readonly elsewhere: DirectoryNode;
}

/**
 * Finds the session of a line that identifies its call: a session on this node, one to take over, or a new one.
 * Resolves with undefined if the session has ended.
 *
 * @throws (rejects with) Problem `session_elsewhere`, `session_already_connected`, `directory_unavailable`, and the
 * errors of `start` and `takeLine`
 */
export async function findOrStart(
  line: NamedLine,
  services: ReturningServices,
): Promise<LiveCall | Elsewhere | undefined> {
  const ids = services.takeOvers.lineIds(line.adapter.protocol, line.custom_data[CALL_ID] ?? '');
  for (const id of ids) {
    const known = await find(id, line, services);
    if (known === 'ended') return undefined;
    if (known === 'other') return line.start();
    if (known !== undefined) return known;
  }
  return line.start(ids[0]);
}

async function find(
  id: string,
  { adapter, actions, custom_data }: NamedLine,
  { calls, routing, takeOvers }: ReturningServices,
): Promise<Known> {
  const isSame = (other: Readonly<Record<string, unknown>>): boolean => textOf(other) === textOf(custom_data);
  const live = calls.findLive(id);
  if (live !== undefined) return isSame(live.custom_data) ? requireReturning(live) : 'other';
  const owner = await routing?.ownerOf(id);
  if (owner !== undefined) return { elsewhere: owner };
  const known = calls.find(id)?.status;
  if (known !== undefined) return 'reason' in known && known.reason === 'disconnected' ? 'other' : 'ended';
  const taken = await takeOvers.takeLine(id, { adapter, actionsOf: () => actions, isSame }).catch(toOther);
  if (taken === 'resumed') return calls.findLive(id) ?? 'ended';
  return taken === 'abandoned' ? 'other' : taken;
}

/**
 * Handles the session of another call with the same id.
 *
 * @throws the given error, unless it is a Problem `session_not_found`
 */
function toOther(error: unknown): 'other' {
  if (error instanceof Problem && error.code === 'session_not_found') return 'other';
  throw error;
}

/**
 * Returns a call to which a line can return.
 *
 * @throws Problem `session_ended`, or `session_already_connected` if its first WebSocket is about to open
 */
function requireReturning(live: LiveCall): LiveCall {
  const { state } = live.status;
  if (state === 'ending' || state === 'ended') throw new Problem('session_ended');
  if (state !== 'active' && state !== 'disconnected') throw new Problem('session_already_connected');
  return live;
}

function textOf(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(data).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
