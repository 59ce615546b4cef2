import { hasText } from './pending.ts';
import { isAudible, isCutting, isSuspended } from './replyState.ts';
import type { Ending, Floor } from './state.ts';
import { isLive, isUserActive } from './user.ts';

/**
 * Returns whether the agent is held: it begins no audio, announces no call and requests no further round
 * (docs/turn-taking.md, "When the agent waits").
 */
export function isHeld({ user, reply, ending }: Floor): boolean {
  if (isEndingNow(ending)) return true;
  return isUserActive(user) || isCutting(reply) || isSuspended(reply);
}

/**
 * Returns whether the agent has something that waits until the user is silent: words to answer, a reply, or its next
 * sound.
 */
export function isWaiting({ user, reply, queue, committing }: Floor): boolean {
  if (reply !== null && !isAudible(reply)) return true;
  return queue.length > 0 || committing > 0 || user.pending.some((speech) => isLive(speech) && hasText(speech));
}

/** Returns whether the user can interrupt the current reply. */
export function allowsInterruptions({ reply, settings }: Floor): boolean {
  return reply?.allowInterruptions ?? settings.allowInterruptions;
}

/** Returns whether the session has ended, or is to end without waiting for the agent's speech. */
export function isEndingNow(ending: Ending | null): boolean {
  return ending !== null && !(ending.phase === 'requested' && ending.after === 'speech');
}
