import type { ChatMessage, HistoryMessage } from '../core/message.ts';
import type { HistoryEntry } from './history.ts';

/**
 * Creates a copy of the history for a round of the reply to `turn`. Text of that reply is only in the messages with its calls, and so is
 * that of a reply whose calls were the last thing to happen: another agent goes on with them. A loop without closures and spreads: a
 * long history is copied for each round, while the user waits.
 */
export function createChatMessages(history: readonly HistoryEntry[], turn: number): ChatMessage[] {
  const messages: ChatMessage[] = [];
  const handedOver = findHandedOver(history);
  for (const { message, roundText, turn: own } of history) {
    const isOfRound = own === turn || (own !== null && own === handedOver);
    if (!isOfRound || message.role === 'tool') messages.push(toChatMessage(message, message.content));
    else if (message.tool_calls !== undefined) messages.push(toChatMessage(message, roundText));
  }
  return messages;
}

/** Returns the turn of the reply with whose results, and the text beside its calls, the history ends. */
function findHandedOver(history: readonly HistoryEntry[]): number | null {
  const turn = history.at(-1)?.turn ?? null;
  const last = history.findLast(
    (entry) => entry.turn !== turn || entry.message.tool_calls !== undefined || entry.message.role === 'tool',
  );
  return last?.turn === turn && last.message.role === 'tool' ? turn : null;
}

function toChatMessage(message: HistoryMessage, content: string): ChatMessage {
  const { role, name, tool_calls: calls } = message;
  if (role === 'tool') return { role, content, tool_call_id: message.tool_call_id ?? '' };
  const plain: ChatMessage = name === null ? { role, content } : { role, content, name };
  if (plain.role === 'assistant' && calls !== undefined) plain.tool_calls = calls.map((call) => structuredClone(call));
  return plain;
}
