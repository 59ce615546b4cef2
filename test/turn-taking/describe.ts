import type { EventName } from '../../src/testing/score/names.ts';
import type { Conversation } from './playConversation.ts';

/** The conversation as it stands in the history. */
export function describeHistory({ history }: Conversation): string {
  return history().map(lineOf).join(' · ');
}

/** What the user said, message by message. */
export function describeTurns({ history }: Conversation): string {
  const turns = history().flatMap((line) => (line.startsWith('user: ') ? [`“${line.slice(6)}”`] : []));
  return turns.length === 0 ? 'no message' : turns.join(', ');
}

/** When something happened for the first time, in ms after `sinceMs`. */
export function describeDelay({ when }: Conversation, event: EventName, sinceMs: number): string {
  const [at] = when(event).filter((ms) => ms >= sinceMs);
  return at === undefined ? 'never' : `after ${at - sinceMs} ms`;
}

export function describeCount(count: number): string {
  return ['never', 'once', 'twice', 'three times'][count] ?? `${count} times`;
}

function lineOf(line: string): string {
  if (line === 'assistant: ') return 'agent calls';
  return line.replace(/^assistant: /u, 'agent: ').replace(/^tool: /u, 'result: ');
}
