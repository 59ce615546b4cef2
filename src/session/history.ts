import type { ChatMessage, HistoryMessage, Message } from '../core/message.ts';
import type { SessionFact } from './floor/types.ts';

/** A message, and the turn of the reply that it belongs to; null for other messages. */
export interface HistoryEntry {
  readonly message: HistoryMessage;
  readonly turn: number | null;
  /** The text of the round that requested the message's calls. */
  readonly roundText: string;
}

export function createHistory(messages: readonly HistoryMessage[]): readonly HistoryEntry[] {
  return messages.map((message) => ({ message, turn: null, roundText: '' }));
}

/** Appends the messages of a fact. */
export function appendFact(history: readonly HistoryEntry[], fact: SessionFact): readonly HistoryEntry[] {
  switch (fact.kind) {
    case 'user_message':
      return [...history, ...createHistory([createMessage('user', fact.content)])];
    case 'agent_message':
      return [...history, { message: createMessage('assistant', fact.content), turn: fact.turn, roundText: '' }];
    case 'calls_executed': {
      const messages = [
        { ...createMessage('assistant', ''), tool_calls: fact.calls },
        ...fact.results.map(({ content, tool_call_id }) => ({ ...createMessage('tool', content), tool_call_id })),
      ];
      return [...history, ...messages.map((message) => ({ message, turn: fact.turn, roundText: fact.roundText }))];
    }
    default:
      return history;
  }
}

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

/** Creates a message with default values. */
export function createMessage(role: Message['role'], content: string): HistoryMessage {
  return { content, role, name: null, tool_call_id: null };
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
