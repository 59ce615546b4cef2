import type { Subscription } from 'rxjs';
import type { ConversationState, ServerMessageBody } from '../../core/protocol.ts';
import type { HistoryMessage } from '../../core/message.ts';
import type { Session } from '../../session/session.ts';

/** A summary of the conversation for a client whose missed messages are no longer kept. */
export interface Snapshots {
  /** Adds a server message. */
  add(body: ServerMessageBody): void;
  /** Follows the states of a session until unsubscribed. */
  follow(session: Pick<Session, 'userState$' | 'agentState$'>): Subscription;
  read(): ServerMessageBody;
}

type AddedMessage = Extract<ServerMessageBody, { readonly type: 'message.added' }>['message'];

/** Creates the snapshots of a session. They contain the latest messages of the conversation, in at most `maxBytes`. */
export function createSnapshots(maxBytes: number, history: readonly HistoryMessage[] = []): Snapshots {
  // Oldest first, with their sizes in bytes.
  const messages: (readonly [message: AddedMessage, bytes: number])[] = [];
  let sum = 0;
  let state: ConversationState = { user: 'silent', agent: 'idle' };
  const change = (part: Partial<ConversationState>): void => {
    state = { ...state, ...part };
  };
  const add = (message: AddedMessage): void => {
    const bytes = Buffer.byteLength(JSON.stringify(message));
    messages.push([message, bytes]);
    sum += bytes;
    while (sum > maxBytes) sum -= messages.shift()?.[1] ?? sum;
  };
  history.filter(isSpoken).forEach(add);
  return {
    add: (body) => {
      if (body.type === 'message.added' && maxBytes > 0) add(body.message);
    },
    follow: ({ userState$, agentState$ }) => {
      const following = userState$.subscribe((user) => change({ user }));
      following.add(agentState$.subscribe((agent) => change({ agent })));
      return following;
    },
    read: () => ({ type: 'session.snapshot', messages: messages.map(([message]) => message), state }),
  };
}

/** Checks whether a message is one that clients receive. */
function isSpoken({ role, tool_calls: calls }: HistoryMessage): boolean {
  return role === 'user' || (role === 'assistant' && calls === undefined);
}
