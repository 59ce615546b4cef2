import type { AddedMessage, FunctionCall, FunctionResult } from '../../../core/message.ts';
import type { RealtimeEvent } from './events.ts';

/** An item of the conversation. */
export type Item = MessageItem | FunctionCallItem | FunctionOutputItem;

export interface MessageItem {
  readonly id: string;
  readonly type: 'message';
  readonly role: 'user' | 'assistant' | 'system';
  readonly status: 'in_progress' | 'completed' | 'incomplete';
  readonly content: readonly [
    | { readonly type: 'input_audio' | 'output_audio'; readonly transcript: string | null }
    | { readonly type: 'input_text' | 'output_text'; readonly text: string },
  ];
}

export interface FunctionCallItem {
  readonly id: string;
  readonly type: 'function_call';
  readonly status: 'completed';
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface FunctionOutputItem {
  readonly id: string;
  readonly type: 'function_call_output';
  readonly status: 'completed';
  readonly call_id: string;
  readonly output: string;
}

/** The latest items of a conversation, in order. */
export interface Items {
  get(id: string): Item | undefined;
  /** Appends an item. */
  add(item: Item): RealtimeEvent;
  /** Replaces an existing item. */
  replace(item: Item): void;
  /** Creates the event that marks an item as final. */
  done(item: Item): RealtimeEvent;
  /** Removes an item, and creates the event. */
  delete(id: string): RealtimeEvent;
}

/** Clients only request items that they have learned of recently. */
const MAX_ITEMS = 256;

export function createItems(): Items {
  const items = new Map<string, Item>();
  const previous = new Map<string, string | null>();
  let last: string | null = null;
  const toEvent = (type: string, item: Item): RealtimeEvent => ({
    type,
    previous_item_id: previous.get(item.id) ?? null,
    item: toResource(item),
  });
  const replace = (item: Item): void => {
    if (items.has(item.id)) items.set(item.id, item);
  };
  return {
    get: (id) => items.get(id),
    replace,
    add: (item) => {
      previous.set(item.id, last);
      last = item.id;
      items.set(item.id, item);
      const [oldest = item.id] = items.keys();
      if (items.size > MAX_ITEMS) [items, previous].forEach((map) => map.delete(oldest));
      return toEvent('conversation.item.added', item);
    },
    done: (item) => {
      replace(item);
      return toEvent('conversation.item.done', item);
    },
    delete: (id) => {
      items.delete(id);
      return { type: 'conversation.item.deleted', item_id: id };
    },
  };
}

/** Returns an item in the form in which it is sent. */
export function toResource(item: Item): object {
  return { object: 'realtime.item', ...item };
}

export function toCallItem({ id, function: called }: FunctionCall): FunctionCallItem {
  return { id: `item_${id}`, type: 'function_call', status: 'completed', call_id: id, ...called };
}

export function toOutputItem(
  { tool_call_id, content }: Pick<FunctionResult, 'tool_call_id' | 'content'>,
  id = `item_${tool_call_id}_output`,
): FunctionOutputItem {
  return { id, type: 'function_call_output', status: 'completed', call_id: tool_call_id, output: content };
}

/** Creates the item for the user's speech. Null means that the transcript is not known yet. */
export function toSpokenItem(id: string, transcript: string | null): MessageItem {
  return {
    id,
    type: 'message',
    role: 'user',
    status: 'completed',
    content: [{ type: 'input_audio', transcript }],
  };
}

/** Creates the item for a text that the user typed. */
export function toTypedItem(id: string, text: string): MessageItem {
  return { id, type: 'message', role: 'user', status: 'completed', content: [{ type: 'input_text', text }] };
}

/** Creates the item for a message that the client adds. */
export function toAddedItem(id: string, { role, content }: AddedMessage): MessageItem {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return { id, type: 'message', role, status: 'completed', content: [{ type, text: content }] };
}
