import { splitExtra, type ExtraFields } from '../core/extraFields.ts';
import type { FunctionResult, HistoryMessage, Message } from '../core/message.ts';
import type { SessionFact } from './floor/types.ts';

/** A message, and the turn of its reply; null for other messages. */
export interface HistoryEntry {
  readonly message: HistoryMessage;
  readonly turn: number | null;
  /** The text of the round that requested the message's calls. */
  readonly roundText: string;
  /** Unknown fields of the model's message and its calls, which the model needs back. */
  readonly extra?: ExtraFields | undefined;
}

/** Creates a history from messages that may have unknown fields. */
export function createHistory(messages: readonly HistoryMessage[]): readonly HistoryEntry[] {
  return messages.map((stored) => ({ ...splitExtra(stored), turn: null, roundText: '' }));
}

/**
 * Appends the messages of a fact. A history grows throughout a call: `toSpliced` makes one copy of it, while a spread
 * makes two, with spare room.
 */
export function appendFact(history: readonly HistoryEntry[], fact: SessionFact): readonly HistoryEntry[] {
  switch (fact.kind) {
    case 'user_message':
      return history.toSpliced(findPlace(history, fact.insertAt), 0, {
        message: createMessage('user', fact.content),
        turn: null,
        roundText: '',
      });
    case 'agent_message':
      return history.toSpliced(findPlace(history, fact.waited && fact.turn + 1), 0, {
        message: createMessage('assistant', fact.content),
        turn: fact.turn,
        roundText: '',
      });
    case 'calls_executed': {
      const { turn, roundText, calls, extra } = fact;
      const asked = { ...createMessage('assistant', ''), tool_calls: calls };
      const answered = fact.results.map(({ content, tool_call_id }) => ({
        ...createMessage('tool', content),
        tool_call_id,
      }));
      return [
        ...history,
        { message: asked, turn, roundText, ...(extra && { extra }) },
        ...answered.map((message) => ({ message, turn, roundText })),
      ];
    }
    case 'messages_added':
      return [...history, ...createHistory(fact.messages.map(({ role, content }) => createMessage(role, content)))];
    case 'call_progress':
      return append(history, createPair(fact.result, `${UPDATE}${countUpdates(history, fact.result) + 1}`));
    case 'call_finished':
      return append(history, createFinal(fact.result));
    default:
      return history;
  }
}

/** Returns the index of the first message of the turn, or of a later one; without a turn, the end. */
function findPlace(history: readonly HistoryEntry[], turn: number | undefined): number {
  const at = turn === undefined ? -1 : history.findIndex((entry) => entry.turn !== null && entry.turn >= turn);
  return at < 0 ? history.length : at;
}

const UPDATE = ':update';

/** Creates the messages of the final result of a call that went on in the background. */
export function createFinal(result: FunctionResult): readonly HistoryMessage[] {
  return createPair(result, ':result');
}

/**
 * Creates the messages of news of a call that went on in the background: the call once more, under an id of its own, and
 * its result. Every API accepts that. None accepts a second result of one call, or one that does not follow its call.
 */
function createPair({ tool_call_id, content, function: called }: FunctionResult, suffix: string): HistoryMessage[] {
  const id = `${tool_call_id}${suffix}`;
  return [
    { ...createMessage('assistant', ''), tool_calls: [{ id, type: 'function', function: { ...called } }] },
    { ...createMessage('tool', content), tool_call_id: id },
  ];
}

/** Returns whether an entry is one of those that `createPair` has created. */
export function isBackgroundNews({ message: { tool_call_id, tool_calls } }: HistoryEntry): boolean {
  const id = tool_call_id ?? tool_calls?.[0]?.id;
  return id !== undefined && NEWS_ID.test(id);
}

const NEWS_ID = /:(?:update\d+|result)$/u;

function append(history: readonly HistoryEntry[], messages: readonly HistoryMessage[]): readonly HistoryEntry[] {
  return [...history, ...messages.map((message) => ({ message, turn: null, roundText: '' }))];
}

/** Counts the news of a call that the history has. */
function countUpdates(history: readonly HistoryEntry[], { tool_call_id }: FunctionResult): number {
  const prefix = `${tool_call_id}${UPDATE}`;
  return history.filter(({ message }) => message.tool_call_id?.startsWith(prefix) === true).length;
}

/** Replaces the system message at the beginning, or adds one. */
export function replaceInstructions(history: readonly HistoryEntry[], instructions: string): readonly HistoryEntry[] {
  const rest = history[0]?.message.role === 'system' ? history.slice(1) : history;
  return [...createHistory([createMessage('system', instructions)]), ...rest];
}

/**
 * Returns whether one history of a session continues an earlier one. All other changes, such as new instructions and
 * another agent, change a history from its beginning on.
 */
export function goesOnFrom(earlier: readonly HistoryEntry[], history: readonly HistoryEntry[]): boolean {
  const last = earlier.length - 1;
  return last < history.length && earlier[0] === history[0] && earlier[last] === history[last];
}

/** Creates a message with default values. */
export function createMessage(role: Message['role'], content: string): HistoryMessage {
  return { content, role, name: null, tool_call_id: null };
}
