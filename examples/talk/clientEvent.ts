import type { EventInputs, HeardBy, HistoryMessage } from 'antiphon';
import type { ServerMessage } from 'antiphon/server';

/** One of the nine events, as a client receives it. `at`: session time, in ms. */
export type ClientEvent = {
  readonly [Name in keyof EventInputs]: {
    readonly name: Name;
    readonly at: number;
    readonly input: Omit<EventInputs[Name], 'session_data' | 'session'>;
  };
}[keyof EventInputs];

/** Translates a message into one of the nine events, if it is one. */
export function toClientEvent(message: ServerMessage): ClientEvent | undefined {
  const at = message.t_ms;
  switch (message.type) {
    case 'user.speech_started':
      return { name: 'on_user_started_speaking', at, input: {} };
    case 'user.speech_stopped':
      return { name: 'on_user_stopped_speaking', at, input: {} };
    case 'agent.speech_started':
      return { name: 'on_agent_started_speaking', at, input: {} };
    case 'agent.speech_stopped':
      return { name: 'on_agent_stopped_speaking', at, input: {} };
    case 'agent.interrupted':
      return toHeard('on_agent_interrupted', { ...AGENT, content: message.text }, message);
    case 'message.added':
      return message.message.role === 'user'
        ? { name: 'on_user_message_added', at, input: { message: message.message } }
        : toHeard('on_agent_message_added', message.message, message);
    case 'function_calls.collected':
      return { name: 'on_function_calls_collected', at, input: { function_calls: message.function_calls } };
    case 'function_calls.executed':
      return { name: 'on_function_calls_executed', at, input: { results: message.results } };
    default:
      return undefined;
  }
}

/** Translates a message of the agent's. */
function toHeard(
  name: 'on_agent_interrupted' | 'on_agent_message_added',
  added: HistoryMessage,
  { t_ms: at, heard = 'reported' }: { readonly t_ms: number; readonly heard?: HeardBy | undefined },
): ClientEvent {
  return { name, at, input: { message: added, heard } };
}

const AGENT = { role: 'assistant', name: null, tool_call_id: null } as const;
