import type { EventInputs } from 'antiphon';
import type { ServerMessage } from 'antiphon/server';

/** One of the nine events, as a client receives it. `at`: session time, in ms. */
export type ClientEvent = {
  readonly [Name in keyof EventInputs]: {
    readonly name: Name;
    readonly at: number;
    readonly input: Omit<EventInputs[Name], 'session_data'>;
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
      return { name: 'on_agent_interrupted', at, input: { message: { ...AGENT, content: message.text } } };
    case 'message.added': {
      const { message: added } = message;
      const name = added.role === 'user' ? 'on_user_message_added' : 'on_agent_message_added';
      return { name, at, input: { message: added } };
    }
    case 'function_calls.collected':
      return { name: 'on_function_calls_collected', at, input: { function_calls: message.function_calls } };
    case 'function_calls.executed':
      return { name: 'on_function_calls_executed', at, input: { results: message.results } };
    default:
      return undefined;
  }
}

const AGENT = { role: 'assistant', name: null, tool_call_id: null } as const;
