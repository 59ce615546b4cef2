import type { FunctionCall, FunctionResult, Message } from '../core/message.ts';
import type { ResultPolicy } from '../core/turn.ts';
import type { ServerMessage } from '../core/protocol.ts';
import type { EventName, TimelineEvent } from './model.ts';

/** Returns the event of a server message, or null for a message that is not one of the nine events. */
export function toTimelineEvent(message: ServerMessage): TimelineEvent | null {
  const [name, detail = ''] = EVENTS[message.type]?.(message as never) ?? [];
  return name === undefined ? null : { atMs: message.t_ms, name, detail };
}

/** Describes function calls, for example `book({"people":2})`. */
export function describeCalls(calls: readonly FunctionCall[]): string {
  return calls.map(({ function: { name, arguments: given } }) => `${name}(${given})`).join(', ');
}

/** Describes function results. */
export function describeResults(results: readonly FunctionResult[]): string {
  return results.map((result) => `${result.function.name}: ${result.content}`).join(', ');
}

/** What follows the final result of a call in the background, in words. */
export const POLICIES: Readonly<Record<ResultPolicy, string>> = {
  when_idle: 'when idle',
  interrupt: 'interrupts',
  silent: 'silent',
};

/** Returns a text such as `after 3 words`. */
export function afterWords(heard: string): string {
  const words = heard.trim().split(/\s+/).filter(Boolean).length;
  return words === 1 ? 'after 1 word' : `after ${words} words`;
}

type Named = readonly [name: EventName, detail?: string];

const EVENTS: {
  readonly [Type in ServerMessage['type']]?: (message: Extract<ServerMessage, { type: Type }>) => Named | null;
} = {
  'user.speech_started': () => ['on_user_started_speaking'],
  'user.speech_stopped': () => ['on_user_stopped_speaking'],
  'agent.speech_started': () => ['on_agent_started_speaking'],
  'agent.speech_stopped': () => ['on_agent_stopped_speaking'],
  'agent.interrupted': ({ text }) => ['on_agent_interrupted', text],
  'message.added': ({ message }) => nameMessage(message),
  'function_calls.collected': ({ function_calls }) => ['on_function_calls_collected', describeCalls(function_calls)],
  'function_calls.executed': ({ results }) => ['on_function_calls_executed', describeResults(results)],
};

/** Names a message's event. Messages with tool calls are not spoken. */
function nameMessage({ role, content, tool_calls }: Message): Named | null {
  if (role === 'user') return ['on_user_message_added', content];
  return role === 'assistant' && tool_calls === undefined ? ['on_agent_message_added', content] : null;
}
