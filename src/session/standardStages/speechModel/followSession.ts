import { distinctUntilChanged, filter, map, pairwise, skip, Subscription, type Observable } from 'rxjs';
import type { ChatMessage } from '../../../core/message.ts';
import { createChatMessages } from '../../agentCode/createChatMessages.ts';
import { goesOnFrom, isBackgroundNews, type HistoryEntry } from '../../history.ts';
import type { StageContext } from '../../stages.ts';
import type { Conversation } from './conversation.ts';

/** A turn that no reply has: the history is converted without regard to one. */
const NO_TURN = -1;

export interface FollowOptions extends Pick<StageContext, 'edges' | 'floor' | 'history'> {
  /** Emits when the agent's functions have changed. */
  readonly functionChanges: Observable<unknown>;
  /** Returns whether the model speaks the reply to a turn. */
  readonly speaks: (turn: number) => boolean;
}

/**
 * Sends the model what happens in the session besides its own replies: the user's turns, the results of functions, and
 * what others have said. Unsubscribing ends that.
 */
export function followSession(conversation: Conversation, options: FollowOptions): Subscription {
  const { edges, floor, history, functionChanges, speaks } = options;
  const running = new Subscription();
  const turns = edges.userTurn.subscribe(({ turn, input }) => {
    if (input === undefined) return;
    if (input.segments.length > 0) conversation.commit(turn);
    if (input.typed !== '') conversation.send({ kind: 'add', messages: [{ role: 'user', content: input.typed }] });
  });
  running.add(turns);
  running.add(clearDropped(conversation, options));
  const results = floor.executed.subscribe(({ results: executed }) => {
    const messages = executed.map(({ tool_call_id, content }) => ({ role: 'tool', tool_call_id, content }) as const);
    conversation.send({ kind: 'add', messages });
  });
  running.add(results);
  running.add(addNews(conversation, history, speaks));
  running.add(functionChanges.subscribe(() => conversation.send({ kind: 'update' })));
  const newInstructions = history.pipe(map(instructionsOf), distinctUntilChanged(), skip(1));
  running.add(newInstructions.subscribe(() => conversation.send({ kind: 'update' })));
  return running;
}

/** Clears the audio of speech that was dropped: of a noise, or of a turn that a splice has dropped. */
function clearDropped(conversation: Conversation, { edges, floor }: FollowOptions): Subscription {
  let isHeld = false;
  const running = floor.speechHeld.subscribe((held) => {
    isHeld = held;
    if (!isHeld) conversation.clear();
  });
  const ends = edges.activity.pipe(filter(({ kind }) => kind === 'ended'));
  running.add(
    ends.subscribe(() => {
      if (!isHeld) conversation.clear();
    }),
  );
  return running;
}

function instructionsOf(history: readonly HistoryEntry[]): string {
  const system = history.filter(({ message }) => message.role === 'system');
  return system.map(({ message }) => message.content).join('\n');
}

/**
 * Adds the messages that did not come from the model: news of the background, those that the application adds, and what
 * a voice of the session has said.
 */
function addNews(
  conversation: Conversation,
  history: Observable<readonly HistoryEntry[]>,
  speaks: (turn: number) => boolean,
): Subscription {
  return history.pipe(pairwise()).subscribe(([before, entries]) => {
    const known = new Set(before);
    // Another agent's own messages are not news.
    const isLonger = before.length === 0 || goesOnFrom(before, entries);
    const isWanted = ({ turn }: HistoryEntry): boolean => (turn === null ? isLonger : !speaks(turn));
    const news = entries.filter((entry) => !known.has(entry) && isNews(entry, isWanted));
    if (news.length > 0) conversation.send({ kind: 'add', messages: toChatMessages(news) });
  });
}

function isNews(entry: HistoryEntry, isWanted: (entry: HistoryEntry) => boolean): boolean {
  const { role, tool_calls: calls } = entry.message;
  return isBackgroundNews(entry) || (role === 'assistant' && calls === undefined && isWanted(entry));
}

export function toChatMessages(entries: readonly HistoryEntry[]): readonly ChatMessage[] {
  return createChatMessages(entries, NO_TURN);
}
