import { hasText } from '../floor/pending.ts';
import { isReplyDue } from '../floor/background.ts';
import type { Floor } from '../floor/state.ts';
import { isLive, isReady } from '../floor/user.ts';

/**
 * The current activity: `busy`: the agent says or does something, will reply to a function in the background, or words of
 * the user are to be answered · `hearing`:
 * a sound of the user, which may be words · `quiet`: nothing.
 */
export type Quiet = 'busy' | 'hearing' | 'quiet';

export function quietOf(floor: Floor): Quiet {
  const { reply, rounds, background, queue, committing, ending } = floor;
  const { pending } = floor.user;
  if (background.some(({ policy }) => policy !== 'silent') || isReplyDue(floor)) return 'busy';
  if (reply !== null || rounds.length > 0 || queue.length > 0 || committing > 0 || ending !== null) return 'busy';
  if (pending.some((speech) => isLive(speech) && hasText(speech))) return 'busy';
  return pending.every(isReady) ? 'quiet' : 'hearing';
}
