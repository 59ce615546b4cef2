import type { Message } from '../../core/message.ts';
import type { Moment } from '../../draw/text/diagram.ts';
import { POLICIES } from '../../draw/timelineEvent.ts';
import { nameOf, type ConversationLog, type TimedError } from './conversationLog.ts';
import type { ExpectedText } from './textMatch.ts';

/** Arranges a conversation in lanes: actions, the agent's speech, functions, history, events and errors. */
export function momentsOf(log: ConversationLog): readonly Moment[] {
  return [
    ...log.actions,
    ...agentLane(log),
    ...functionsLane(log),
    ...historyLane(log),
    ...eventsLane(log),
    ...log.errors.map(errorMoment),
  ];
}

/** Returns the agent's speech, each message with its heard text. */
export function agentLane({ events }: ConversationLog): readonly Moment[] {
  const speeches: AgentSpeech[] = [];
  for (const { name, at, input } of events) {
    const latest = speeches.at(-1);
    if (name === 'on_agent_started_speaking') speeches.push({ lane: 'agent', atMs: at, toMs: at, text: '' });
    else if (latest !== undefined && name === 'on_agent_stopped_speaking') latest.toMs = at;
    else if (latest !== undefined && name === 'on_agent_message_added') latest.text = input.message.content;
  }
  return speeches;
}

type AgentSpeech = { -readonly [Key in keyof Moment]: Moment[Key] };

/** Returns the functions, from the call to the final result. In the background: with what follows the result. */
export function functionsLane({ functions }: ConversationLog): readonly Moment[] {
  return functions.map(({ fromMs, toMs, name, background }) => {
    const text = background === undefined ? name : `${name} … ${POLICIES[background.policy]}`;
    return { lane: 'functions', atMs: fromMs, toMs, text };
  });
}

export function historyLane({ messages }: ConversationLog): readonly Moment[] {
  return messages.map(({ atMs, message }) => ({ lane: 'history', atMs, text: writeMessage(message) }));
}

export function eventsLane({ events }: ConversationLog): readonly Moment[] {
  return events.map((event) => ({ lane: 'events', atMs: event.at, text: nameOf(event) }));
}

export function errorMoment({ atMs, error: { code } }: TimedError): Moment {
  return { lane: 'errors', atMs, text: code };
}

export function writeMessage({ role, content, tool_calls }: MessageParts): string {
  const calls = tool_calls?.map((call) => `${call.function.name}(${call.function.arguments})`).join(', ');
  const parts = [role, calls ?? content?.toString()].filter((part) => part !== undefined);
  return parts.length === 0 ? 'any message' : parts.join(': ');
}

/** The described parts of a message, or of an expected one. */
type MessageParts = Partial<Pick<Message, 'role' | 'tool_calls'>> & {
  readonly content?: Message['content'] | ExpectedText | undefined;
};
