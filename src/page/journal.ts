import { toTimelineEvent } from '../draw/timelineEvent.ts';
import type { EventName } from '../draw/model.ts';
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

/** The entry that a message makes; null for what is none of the nine events and no error. */
export function toEntry(message: ServerMessage): Entry | null {
  const { seq, t_ms: atMs } = message;
  if (message.type === 'error')
    return { seq, atMs, name: 'error', side: 'error', detail: `${message.code}: ${message.message}` };
  const happening = toTimelineEvent(message);
  return happening === null ? null : { seq, ...happening, side: sideOf(happening.name) };
}

function sideOf(name: EventName): Entry['side'] {
  if (name === 'on_agent_interrupted') return 'interruption';
  if (name.startsWith('on_function_calls_')) return 'functions';
  return name.startsWith('on_user_') ? 'user' : 'agent';
}
