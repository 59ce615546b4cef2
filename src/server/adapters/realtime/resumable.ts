import type { ServerMessage } from '../../../core/protocol.ts';
import type { RealtimeEvent } from './events.ts';
import { toTypedItem, type Items, type MessageItem } from './items.ts';

type Beginning = Extract<ServerMessage, { readonly type: 'session.started' | 'session.resumed' }>;

/**
 * Tells a client the token and the address for returning to its session. Clients ignore event types that they do not
 * know.
 */
export function toResumable(message: Beginning): readonly RealtimeEvent[] {
  const { type, session_id, resume_token, resume_urls } = message;
  if (resume_token === undefined) return [];
  const urls = resume_urls === undefined ? {} : { resume_urls };
  return [{ type: 'antiphon.session', session_id, resumed: type === 'session.resumed', resume_token, ...urls }];
}

/** Tells a client that the session ends on this server, and where it continues. */
export function toDraining({
  deadline_ms,
  resume_urls,
}: Extract<ServerMessage, { readonly type: 'session.draining' }>): RealtimeEvent {
  return { type: 'antiphon.draining', deadline_ms, ...(resume_urls === undefined ? {} : { resume_urls }) };
}

/**
 * Adds the history of a session to the items of a returning client. `after` is the number of the last message before
 * it.
 */
export function recall(
  { messages, seq: after }: Extract<ServerMessage, { readonly type: 'session.snapshot' }>,
  items: Items,
): readonly RealtimeEvent[] {
  return messages.flatMap(({ role, content }, at) => {
    const item = toItem(`item_recalled_${after}_${at}`, role === 'user', content);
    return [items.add(item), items.done(item)];
  });
}

/**
 * Creates an item for the user's words as text: for audio items, a client of the Agents SDK would wait for a
 * transcript.
 */
function toItem(id: string, isOfUser: boolean, text: string): MessageItem {
  if (isOfUser) return toTypedItem(id, text);
  return {
    id,
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_audio', transcript: text }],
  };
}
