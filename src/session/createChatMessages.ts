import type { ChatMessage, HistoryMessage } from '../core/message.ts';
import type { HistoryEntry } from './history.ts';

/**
 * Creates a copy of the history for a round of the reply to `turn`. Text of that reply is only in the messages with its calls.
 */
export function createChatMessages(history: readonly HistoryEntry[], turn: number): ChatMessage[] {
  return history
    .filter((entry) => entry.turn !== turn || entry.message.role === 'tool' || entry.message.tool_calls !== undefined)
    .map(({ message, roundText, turn: own }) =>
      toChatMessage(own === turn && message.role === 'assistant' ? { ...message, content: roundText } : message),
    );
}

function toChatMessage({ role, content, name, tool_call_id, tool_calls: calls }: HistoryMessage): ChatMessage {
  const named = name === null ? {} : { name };
  switch (role) {
    case 'system':
    case 'user':
      return { role, content, ...named };
    case 'tool':
      return { role, content, tool_call_id: tool_call_id ?? '' };
    case 'assistant':
      return { role, content, ...named, ...(calls && { tool_calls: calls.map((call) => structuredClone(call)) }) };
  }
}
