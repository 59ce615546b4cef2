import { isCutting, isSuspended } from './replyState.ts';
import type { Ending, Floor } from './state.ts';
import { isUserActive } from './userState.ts';

/**
 * Returns whether the agent is held: no audio of it begins, no call is announced, no further round is requested
 * (docs/turn-taking.md, "When the agent waits").
 */
export function isHeld({ user, reply, ending }: Floor): boolean {
  if (isEndingNow(ending)) return true;
  return isUserActive(user) || isCutting(reply) || isSuspended(reply);
}

/** Returns whether the session is to end without waiting for the agent's speech, or has ended. */
export function isEndingNow(ending: Ending | null): boolean {
  return ending !== null && !(ending.phase === 'requested' && ending.after === 'speech');
}
