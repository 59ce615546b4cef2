import type { ServerMessage } from '../../../core/protocol.ts';
import type { RealtimeEvent } from './events.ts';
import { toTypedItem, type Items, type MessageItem } from './items.ts';

type Beginning = Extract<ServerMessage, { readonly type: 'session.started' | 'session.resumed' }>;

/** Tells a client with what it can come back to its session, and where. Clients that do not know this type ignore it. */
export function toResumable(message: Beginning): readonly RealtimeEvent[] {
  const { type, session_id, resume_token, resume_urls } = message;
  if (resume_token === undefined) return [];
  const urls = resume_urls === undefined ? {} : { resume_urls };
  return [{ type: 'antiphon.session', session_id, resumed: type === 'session.resumed', resume_token, ...urls }];
}

/** Tells a client that the session ends here, and where it goes on. */
export function toDraining({
  deadline_ms,
  resume_urls,
}: Extract<ServerMessage, { readonly type: 'session.draining' }>): RealtimeEvent {
  return { type: 'antiphon.draining', deadline_ms, ...(resume_urls === undefined ? {} : { resume_urls }) };
}

/** Adds the history of a session to the items of a client that has come back. `after`: the number of the last message before that. */
export function recall(
  { messages, seq: after }: Extract<ServerMessage, { readonly type: 'session.snapshot' }>,
  items: Items,
): readonly RealtimeEvent[] {
  return messages.flatMap(({ role, content }, at) => {
    const item = toItem(`item_recalled_${after}_${at}`, role === 'user', content);
    return [items.add(item), items.done(item)];
  });
}

/** Words of the user as text: a client of the Agents SDK waits for those of audio. */
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
