import { describeDelay } from '../describe.ts';
import type { Conversation } from '../playConversation.ts';

export const WINDOW = 32;
/** When the user begins to speak over the agent. */
export const SPEAKS = 3200;

export function cutAfter(conversation: Conversation): string {
  const { when } = conversation;
  return when('agent_interrupted').length === 0
    ? 'the agent continues'
    : `interrupted ${describeDelay(conversation, 'agent_interrupted', SPEAKS)}`;
}
