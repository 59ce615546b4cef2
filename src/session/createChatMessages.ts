import { withExtra, type ExtraFields } from '../core/extraFields.ts';
import type { ChatMessage, FunctionCall, HistoryMessage } from '../core/message.ts';
import { goesOnFrom, type HistoryEntry } from './history.ts';

/**
 * Creates a copy of the history for a round of the reply to `turn`. Text of that reply is only in the messages with its calls, and so is
 * that of a reply whose calls were the last thing to happen: another agent goes on with them.
 */
export function createChatMessages(history: readonly HistoryEntry[], turn: number): ChatMessage[] {
  return addMessages([], history, turn, findHandedOver(history));
}

/**
 * Copies of the history for the handler. One is kept ready: a long history is copied when the agent has spoken, and not while the user
 * waits for an answer.
 */
export class ChatMessageCopies {
  #entries: readonly HistoryEntry[] = [];
  /** A message for each of the entries. */
  #messages: ChatMessage[] = [];
  /** The latest turn of the entries. */
  #latestTurn = -1;

  /** Makes a copy ready if the agent has spoken last, and returns whether it has. */
  prepare(history: readonly HistoryEntry[]): boolean {
    if (history.at(-1)?.message.role !== 'assistant') return false;
    this.#entries = history;
    this.#messages = addMessages([], history, NO_TURN, NO_TURN);
    this.#latestTurn = history.reduce((latest, { turn }) => Math.max(latest, turn ?? latest), -1);
    return true;
  }

  /** Returns a copy as `createChatMessages` creates it. It is the caller's, who may change it. */
  take(history: readonly HistoryEntry[], turn: number): ChatMessage[] {
    const handedOver = findHandedOver(history);
    const isLater = turn > this.#latestTurn && (handedOver === NO_TURN || handedOver > this.#latestTurn);
    const messages = isLater && goesOnFrom(this.#entries, history) ? this.#messages : [];
    this.#entries = [];
    this.#messages = [];
    return addMessages(messages, history, turn, handedOver);
  }
}

/** No entry has this turn. */
const NO_TURN = -2;

/** Adds the messages of the entries behind those that have one. A loop without closures and spreads: it runs while the user waits. */
function addMessages(
  messages: ChatMessage[],
  history: readonly HistoryEntry[],
  turn: number,
  handedOver: number,
): ChatMessage[] {
  for (let at = messages.length; at < history.length; at += 1) {
    const { message, roundText, turn: own, extra } = history[at] as HistoryEntry;
    const isOfRound = own === turn || own === handedOver;
    if (!isOfRound || message.role === 'tool') messages.push(toChatMessage(message, message.content, extra));
    else if (message.tool_calls !== undefined) messages.push(toChatMessage(message, roundText, extra));
  }
  return messages;
}

/** Returns the turn of the reply with whose results, and the text beside its calls, the history ends; `NO_TURN`: there is none. */
function findHandedOver(history: readonly HistoryEntry[]): number {
  const turn = history.at(-1)?.turn ?? null;
  if (turn === null) return NO_TURN;
  const last = history.findLast(
    (entry) => entry.turn !== turn || entry.message.tool_calls !== undefined || entry.message.role === 'tool',
  );
  return last?.turn === turn && last.message.role === 'tool' ? turn : NO_TURN;
}

function toChatMessage(message: HistoryMessage, content: string, extra: ExtraFields | undefined): ChatMessage {
  const plain = toPlainMessage(message, content, extra);
  return extra?.message === undefined ? plain : { ...structuredClone(extra.message), ...plain };
}

function toPlainMessage(message: HistoryMessage, content: string, extra: ExtraFields | undefined): ChatMessage {
  const { role, name, tool_calls: calls } = message;
  if (role === 'tool') return { role, content, tool_call_id: message.tool_call_id ?? '' };
  const plain: ChatMessage = name === null ? { role, content } : { role, content, name };
  if (plain.role === 'assistant' && calls !== undefined) plain.tool_calls = calls.map((call) => toCall(call, extra));
  return plain;
}

/** Returns the call of a message. Replaces invalid arguments by `{}`, because services refuse them; the model has already received an error. */
function toCall(call: FunctionCall, extra: ExtraFields | undefined): FunctionCall {
  const { name, arguments: json } = call.function;
  return { ...withExtra(call, extra), function: { name, arguments: isJsonObject(json) ? json : '{}' } };
}

function isJsonObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
