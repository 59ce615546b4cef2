import type { ServerMessage } from './inputs.ts';

/** One of the nine events that the agent heard of, or an error that the server reported. */
export interface Entry {
  /** The number of its message. */
  readonly seq: number;
  /** Session time, in ms. */
  readonly atMs: number;
  readonly name: EventName | 'error';
  /** Whose event it is. */
  readonly side: 'user' | 'agent' | 'functions' | 'interruption' | 'error';
  readonly detail: string;
}

export type EventName =
  | 'on_user_started_speaking'
  | 'on_user_stopped_speaking'
  | 'on_user_message_added'
  | 'on_agent_started_speaking'
  | 'on_agent_stopped_speaking'
  | 'on_agent_message_added'
  | 'on_agent_interrupted'
  | 'on_function_calls_collected'
  | 'on_function_calls_executed';

/** The entry that a message makes; null for what is none of the nine events and no error. */
export function entryOf(message: ServerMessage): Entry | null {
  const what = eventOf(message);
  return what === null ? null : { seq: message.seq, atMs: message.t_ms, ...what };
}

type What = Pick<Entry, 'name' | 'side' | 'detail'>;

function eventOf(message: ServerMessage): What | null {
  switch (message.type) {
    case 'user.speech_started':
      return { name: 'on_user_started_speaking', side: 'user', detail: '' };
    case 'user.speech_stopped':
      return { name: 'on_user_stopped_speaking', side: 'user', detail: '' };
    case 'agent.speech_started':
      return { name: 'on_agent_started_speaking', side: 'agent', detail: '' };
    case 'agent.speech_stopped':
      return { name: 'on_agent_stopped_speaking', side: 'agent', detail: '' };
    case 'agent.interrupted':
      return { name: 'on_agent_interrupted', side: 'interruption', detail: message.text };
    case 'message.added':
      return messageOf(message.message);
    default:
      return otherOf(message);
  }
}

function messageOf({
  role,
  content,
  tool_calls,
}: Extract<ServerMessage, { type: 'message.added' }>['message']): What | null {
  if (role === 'user') return { name: 'on_user_message_added', side: 'user', detail: content };
  const isSpoken = role === 'assistant' && tool_calls === undefined;
  return isSpoken ? { name: 'on_agent_message_added', side: 'agent', detail: content } : null;
}

function otherOf(message: ServerMessage): What | null {
  switch (message.type) {
    case 'function_calls.collected': {
      const calls = message.function_calls.map(({ function: { name, arguments: given } }) => `${name}(${given})`);
      return { name: 'on_function_calls_collected', side: 'functions', detail: calls.join(', ') };
    }
    case 'function_calls.executed': {
      const results = message.results.map((result) => `${result.function.name}: ${result.content}`);
      return { name: 'on_function_calls_executed', side: 'functions', detail: results.join(', ') };
    }
    case 'error':
      return { name: 'error', side: 'error', detail: `${message.code}: ${message.message}` };
    default:
      return null;
  }
}
