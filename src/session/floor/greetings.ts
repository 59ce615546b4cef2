import { commitUnanswered } from './commit.ts';
import type { Draft } from './draft.ts';
import type { PendingSpeech } from './user.ts';

/**
 * Commits the user's greeting over the first message, once that is over, as a turn without an answer: the agent has
 * already greeted.
 */
export function commitGreetings(draft: Draft): void {
  const { reply, ending, user } = draft.floor;
  if (reply !== null || ending !== null || !user.pending.some(isGreeting)) return;
  commitUnanswered(draft, user.pending.filter(isGreeting));
}

function isGreeting({ claim }: PendingSpeech): boolean {
  return claim === 'greeting';
}
