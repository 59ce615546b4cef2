import { textOf } from '../floor/pending.ts';
import type { Floor } from '../floor/state.ts';
import { isLive, isReady } from '../floor/user.ts';

/**
 * The current activity: `busy`: the agent says or does something, or words of the user are to be answered · `hearing`:
 * a sound of the user, which may be words · `quiet`: nothing.
 */
export type Quiet = 'busy' | 'hearing' | 'quiet';

export function quietOf({ reply, rounds, queue, committing, ending, user: { pending } }: Floor): Quiet {
  if (reply !== null || rounds.length > 0 || queue.length > 0 || committing > 0 || ending !== null) return 'busy';
  if (pending.some((speech) => isLive(speech) && textOf(speech) !== '')) return 'busy';
  return pending.every(isReady) ? 'quiet' : 'hearing';
}
