import type { AssistantChatMessage, ChatMessage, HistoryMessage, Message } from '../core/message.ts';
import type { SessionFact } from './floor/types.ts';

/** A message and the reply it belongs to, if it is one of a reply of this session. */
export interface HistoryEntry {
  readonly message: HistoryMessage;
  readonly turn: number | null;
  /** The text of the round that asked for the message's calls. */
  readonly said: string;
}

export function createHistory(messages: readonly HistoryMessage[]): readonly HistoryEntry[] {
  return messages.map((message) => ({ message, turn: null, said: '' }));
}

/** The history after a fact. It is append-only. */
export function appendFact(history: readonly HistoryEntry[], fact: SessionFact): readonly HistoryEntry[] {
  switch (fact.kind) {
    case 'user_message':
      return [...history, { message: messageOf('user', fact.content), turn: null, said: '' }];
    case 'agent_message':
      return [...history, { message: messageOf('assistant', fact.content), turn: fact.turn, said: '' }];
    case 'calls_executed': {
      const asked = { ...messageOf('assistant', ''), tool_calls: fact.calls };
      const answers = fact.results.map(({ content, tool_call_id }) => ({
        ...messageOf('tool', content),
        tool_call_id,
      }));
      return [...history, ...[asked, ...answers].map((message) => ({ message, turn: fact.turn, said: fact.said }))];
    }
    default:
      return history;
  }
}

/**
 * The history as a round of the reply to `turn` gets it, each time a fresh copy: what the reply has said stands in the
 * message with its calls, and only there.
 */
export function chatMessages(history: readonly HistoryEntry[], turn: number): ChatMessage[] {
  return history
    .filter((entry) => entry.turn !== turn || entry.message.role === 'tool' || entry.message.tool_calls !== undefined)
    .map(({ message, said, turn: own }) =>
      chatMessage(own === turn && message.role === 'assistant' ? { ...message, content: said } : message),
    );
}

/** A message with its defaults. */
export function messageOf(role: Message['role'], content: string): HistoryMessage {
  return { content, role, name: null, tool_call_id: null };
}

function chatMessage({ role, content, name, tool_call_id: answers, tool_calls: calls }: HistoryMessage): ChatMessage {
  const named = name === null ? {} : { name };
  switch (role) {
    case 'system':
    case 'user':
      return { role, content, ...named };
    case 'tool':
      return { role, content, tool_call_id: answers ?? '' };
    case 'assistant': {
      const asks: Partial<AssistantChatMessage> = calls
        ? { tool_calls: calls.map((call) => structuredClone(call)) }
        : {};
      return { role, content, ...named, ...asks };
    }
  }
}
