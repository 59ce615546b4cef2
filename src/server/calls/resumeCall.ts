import type { Caller } from '../callers/caller.ts';
import type { FoundSession } from '../checkpoints/checkpoints.ts';
import { Problem } from '../problems/problem.ts';
import type { TakenLine } from '../checkpoints/takeOver.ts';
import type { CallSetup, LiveCall } from './call.ts';
import { startCall } from './startCall.ts';

/**
 * Starts a call with the session of a server that has died, which this server now owns. `line` is its client.
 *
 * @default a client of antiphon.v1
 * @throws (rejects with) Problem `session_elsewhere` if another server has taken the session over or it has ended,
 * `directory_unavailable`, and the errors of `startCall`
 */
export async function resumeCall(
  id: string,
  found: FoundSession,
  line: TakenLine | undefined,
  setup: CallSetup,
  signal: AbortSignal,
): Promise<LiveCall> {
  const claimed = await setup.checkpoints?.claim(id, found).catch((cause: unknown) => {
    throw new Problem('directory_unavailable', [], cause);
  });
  if (claimed === undefined) throw new Problem('session_elsewhere');
  const { audio, custom_data, expires_at, created_at } = claimed;
  const max_duration = (Date.parse(expires_at) - Date.parse(created_at)) / 1000;
  const caller = callerOf(claimed);
  const request = { audio, custom_data, caller, max_duration, ...line, returns: line !== undefined };
  return startCall(id, request, setup, signal, claimed);
}

/** Returns the caller that started a session. Limits do not apply to it again. */
export function callerOf({ owner }: FoundSession): Caller {
  return { name: owner, scopes: [] };
}
