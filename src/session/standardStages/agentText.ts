import { Subscription } from 'rxjs';
import type { AgentText } from '../../core/turnModel.ts';
import type { HistoryEntry } from '../history.ts';
import type { StageContext } from '../stages.ts';

/** A reader of the agent's text. */
export interface AgentTextReader {
  /** Returns the text of the latest reply: the part in the history, and the rest that was generated. */
  read(): AgentText;
  readonly subscription: Subscription;
}

export function createAgentText({ edges, history }: Pick<StageContext, 'edges' | 'history'>): AgentTextReader {
  const subscription = new Subscription();
  let entries: readonly HistoryEntry[] = [];
  let latest = { turn: -1, text: '' };
  subscription.add(history.subscribe((next) => (entries = next)));
  subscription.add(
    edges.reply.subscribe((event) => {
      if (event.kind === 'started') latest = { turn: event.turn, text: '' };
      if (event.kind === 'text' && event.turn === latest.turn) latest = { ...latest, text: latest.text + event.delta };
    }),
  );
  return {
    subscription,
    read: () => {
      const spoken = entries.findLast(isSpoken);
      const heard = spoken?.message.content ?? '';
      const isLatest = spoken?.turn === latest.turn && latest.text.startsWith(heard);
      return { heard, unsaid: isLatest ? latest.text.slice(heard.length) : latest.text };
    },
  };
}

function isSpoken({ message: { role, tool_calls: calls } }: HistoryEntry): boolean {
  return role === 'assistant' && calls === undefined;
}
