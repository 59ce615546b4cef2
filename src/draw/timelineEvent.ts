import type { FunctionCall, FunctionResult, Message } from '../core/message.ts';
import type { ServerMessage } from '../core/protocol.ts';
import type { EventName, TimelineEvent } from './model.ts';

/** Returns the event of a server message; null for a message that is not one of the nine events. */
export function toTimelineEvent(message: ServerMessage): TimelineEvent | null {
  const [name, detail] = eventOf(message) ?? [];
  return name === undefined ? null : { atMs: message.t_ms, name, detail: detail ?? '' };
}

/** Describes function calls, for example `book({"people":2})`. */
export function describeCalls(calls: readonly FunctionCall[]): string {
  return calls.map(({ function: { name, arguments: given } }) => `${name}(${given})`).join(', ');
}

/** Describes the results of functions. */
export function describeResults(results: readonly FunctionResult[]): string {
  return results.map((result) => `${result.function.name}: ${result.content}`).join(', ');
}

/** Returns `after 3 words`. */
export function afterWords(heard: string): string {
  const words = heard.trim().split(/\s+/).filter(Boolean).length;
  return words === 1 ? 'after 1 word' : `after ${words} words`;
}

type Named = readonly [name: EventName, detail?: string];

function eventOf(message: ServerMessage): Named | null {
  switch (message.type) {
    case 'user.speech_started':
      return ['on_user_started_speaking'];
    case 'user.speech_stopped':
      return ['on_user_stopped_speaking'];
    case 'agent.speech_started':
      return ['on_agent_started_speaking'];
    case 'agent.speech_stopped':
      return ['on_agent_stopped_speaking'];
    case 'agent.interrupted':
      return ['on_agent_interrupted', message.text];
    case 'message.added':
      return messageOf(message.message);
    case 'function_calls.collected':
      return ['on_function_calls_collected', describeCalls(message.function_calls)];
    case 'function_calls.executed':
      return ['on_function_calls_executed', describeResults(message.results)];
    default:
      return null;
  }
}

/** Messages with tool calls are not spoken. */
function messageOf({ role, content, tool_calls }: Message): Named | null {
  if (role === 'user') return ['on_user_message_added', content];
  return role === 'assistant' && tool_calls === undefined ? ['on_agent_message_added', content] : null;
}
