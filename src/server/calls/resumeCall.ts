import type { Caller } from '../callers/caller.ts';
import type { FoundSession } from '../checkpoints/checkpoints.ts';
import { Problem } from '../problem.ts';
import type { CallSetup, LiveCall, TakenLine } from './call.ts';
import type { Leave } from './startClaimed.ts';
import { startCall } from './startCall.ts';

/** Makes this server the owner of a session, for the directory and for the store. @throws (rejects with) Problem `session_elsewhere` */
export async function claimTaken(id: string, { owner, epoch }: FoundSession, setup: CallSetup): Promise<Leave> {
  const release = await setup.claimTaken?.(id, owner);
  const isClaimed = await setup.checkpoints?.claim(id, epoch).catch((cause: unknown) => {
    void release?.();
    throw new Problem('directory_unavailable', [], cause);
  });
  if (isClaimed === true) return () => release?.();
  void release?.();
  throw new Problem('session_elsewhere');
}

/** Starts a call with the session of a server that has died. `line`: its client. @default one of antiphon.v1 */
export function resumeCall(
  id: string,
  found: FoundSession,
  line: TakenLine | undefined,
  setup: CallSetup,
  signal: AbortSignal,
): Promise<LiveCall> {
  const { audio, custom_data, epoch } = found;
  const max_duration = (Date.parse(found.expires_at) - Date.parse(found.created_at)) / 1000;
  const caller = callerOf(found);
  const request = { audio, custom_data, caller, max_duration, ...line, returns: line !== undefined };
  return startCall(id, request, setup, signal, { ...found, epoch: epoch + 1 });
}

/** Returns the caller that a session was started by. It is not limited again. */
export function callerOf({ owner }: FoundSession): Caller {
  return { name: owner, scopes: [] };
}
