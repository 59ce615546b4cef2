import { withExtra, type ExtraFields } from '../../core/extraFields.ts';
import type { ChatMessage, FunctionCall, HistoryMessage } from '../../core/message.ts';
import { dropOldest } from '../../stream/dropOldest.ts';
import { goesOnFrom, isBackgroundNews, type HistoryEntry } from '../history.ts';

export interface RequestOptions {
  /** The requests before. Default: unknown. */
  readonly requests?: LatestRequests | undefined;
  /** True if another agent continues the turn behind the calls of the first one. Default: false. */
  readonly isHandedOver?: boolean | undefined;
}

/**
 * Copies the history for a round of the reply to `turn`. Text of that reply appears only in the messages with its
 * calls. The same applies to a reply that ended with its calls, from which another agent continues.
 */
export function createChatMessages(
  history: readonly HistoryEntry[],
  turn: number,
  { requests, isHandedOver = false }: RequestOptions = {},
): ChatMessage[] {
  const handedOver = isHandedOver ? findHandedOver(history) : NO_TURN;
  return addMessages([], endWithNews(history, turn, requests), turn, handedOver);
}

/** Number of replies whose requests are remembered. Many in a row may stay unheard. */
const REQUESTS_KEPT = 32;

/** How far the history went in the latest request of each reply to the model. */
export class LatestRequests {
  /** The last entry of the request, by turn; bounded. */
  readonly #last = new Map<number, HistoryEntry>();

  add(turn: number, history: readonly HistoryEntry[]): void {
    const last = history.at(-1);
    if (last === undefined) return;
    this.#last.set(turn, last);
    dropOldest(this.#last, REQUESTS_KEPT);
  }

  /** Returns the length of the history that the model knew when the words of this turn were requested; 0: unknown. */
  lengthAt(turn: number, history: readonly HistoryEntry[]): number {
    let latest = NO_TURN;
    for (const requested of this.#last.keys()) if (requested <= turn && requested > latest) latest = requested;
    const last = this.#last.get(latest);
    return last === undefined ? 0 : history.lastIndexOf(last) + 1;
  }
}

/**
 * Copies of the history for the handler. One is prepared ahead: a long history is copied after the agent has spoken,
 * not while the user waits for an answer.
 */
export class ChatMessageCopies {
  #entries: readonly HistoryEntry[] = [];
  /** One message per entry. */
  #messages: ChatMessage[] = [];
  /** The latest turn among the entries. */
  #latestTurn = -1;

  /** Prepares a copy if the agent spoke last. Returns whether it did. */
  prepare(history: readonly HistoryEntry[]): boolean {
    if (history.at(-1)?.message.role !== 'assistant') return false;
    this.#entries = history;
    this.#messages = addMessages([], history, NO_TURN, NO_TURN);
    this.#latestTurn = history.reduce((latest, { turn }) => Math.max(latest, turn ?? latest), -1);
    return true;
  }

  /** Returns a copy like that of `createChatMessages`. The caller owns it, and may change it. */
  take(
    history: readonly HistoryEntry[],
    turn: number,
    { requests, isHandedOver = false }: RequestOptions = {},
  ): ChatMessage[] {
    const handedOver = isHandedOver ? findHandedOver(history) : NO_TURN;
    const isLater = turn > this.#latestTurn && (handedOver === NO_TURN || handedOver > this.#latestTurn);
    const ordered = endWithNews(history, turn, requests);
    const isReady = ordered === history && isLater && goesOnFrom(this.#entries, history);
    const messages = isReady ? this.#messages : [];
    this.#entries = [];
    this.#messages = [];
    return addMessages(messages, ordered, turn, handedOver);
  }
}

/** A turn that no entry has. */
const NO_TURN = -2;

/**
 * Adds messages for the entries that have none yet. Loops without closures and spreads, because it runs while the user
 * waits.
 */
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

/**
 * Moves what came while the agent said its last words behind them: what the user said, news of the background, and
 * results that no request had. Words enter the history when their audio has ended, and were requested without knowing
 * that.
 */
function endWithNews(
  history: readonly HistoryEntry[],
  turn: number,
  requests: LatestRequests | undefined,
): readonly HistoryEntry[] {
  const last = history.at(-1);
  if (last === undefined || !isSpoken(last) || last.turn === null || last.turn >= turn) return history;
  const agentFrom = history.findLastIndex((entry) => !isSpoken(entry)) + 1;
  const known = requests?.lengthAt(last.turn, history) ?? 0;
  const from = known > 0 ? known : history.findLastIndex((entry, at) => at < agentFrom && !mayBeNews(entry)) + 1;
  if (from >= agentFrom) return history;
  const since = history.slice(from);
  return [...history.slice(0, from), ...since.filter(isSpoken), ...since.filter((entry) => !isSpoken(entry))];
}

function mayBeNews(entry: HistoryEntry): boolean {
  return entry.message.role === 'user' || isBackgroundNews(entry);
}

function isSpoken({ message }: HistoryEntry): boolean {
  return message.role === 'assistant' && message.tool_calls === undefined;
}

/**
 * Returns the turn of the reply whose results, with the text next to its calls, end the history; `NO_TURN` if there is
 * none.
 */
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

/**
 * Copies the call of a message. Replaces invalid arguments with `{}`, because services refuse them; the model has
 * already received an error.
 */
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
