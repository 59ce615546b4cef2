import type { HistoryMessage } from '../core/message.ts';
import type { Agent } from './agent.ts';
import { createHistory, createMessage, isBackgroundNews, type HistoryEntry } from './history.ts';

/** Another agent, which answers from the next reply on. */
export interface ChangedAgent {
  readonly agent: Pick<Agent, 'llm_response_handler' | 'on_digits' | 'on_user_away'>;
  readonly name: string;
  readonly sessionData: object;
  /** Its `initial_messages`. */
  readonly messages: readonly HistoryMessage[];
  /** The history that follows them. `kept`: the history is its own already. */
  readonly history: 'all' | 'none' | 'summary' | 'kept';
  readonly summary?: string | undefined;
  /** The call whose function hands over. Undefined: a resumed session continues with the agent. */
  readonly tool_call_id?: string | undefined;
}

/** A handoff as it is recorded. Recordings of earlier versions have no `tool_call_id`. */
export type WrittenHandoff = Omit<ChangedAgent, 'agent' | 'sessionData'>;

/** The key of a handoff in an update, which only this library sets. */
export const HANDOFF: unique symbol = Symbol('handoff');

/** Returns the history with which an agent continues. */
export function handOver(
  entries: readonly HistoryEntry[],
  { messages, history, summary, tool_call_id }: ChangedAgent,
): readonly HistoryEntry[] {
  if (history === 'kept') return entries;
  const own = summary === undefined ? messages : [...messages, createMessage('system', summary)];
  const last = history === 'all' ? -1 : entries.findLastIndex(isOfUser);
  const from = last < 0 ? entries.findIndex(isNoSystem) : last;
  const news = last < 0 ? [] : findNews(entries.slice(0, last), tool_call_id);
  return [...createHistory(own), ...news, ...(from < 0 ? [] : entries.slice(from))];
}

/** Finds the news of the background that came after the call which hands over: no summary has them. */
function findNews(entries: readonly HistoryEntry[], id: string | undefined): readonly HistoryEntry[] {
  const at = id === undefined ? -1 : entries.findLastIndex(({ message }) => message.tool_call_id === id);
  return at < 0 ? [] : entries.slice(at + 1).filter(isBackgroundNews);
}

function isNoSystem({ message }: HistoryEntry): boolean {
  return message.role !== 'system';
}

function isOfUser({ message }: HistoryEntry): boolean {
  return message.role === 'user';
}
