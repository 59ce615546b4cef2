import { POLICIES, toTimelineEvent } from '../draw/timelineEvent.ts';
import type { EventName } from '../draw/model.ts';
import type { MessageOf, ServerMessage } from '../client/call.ts';

/** One of the nine events, the acknowledgement of calls that go on in the background, or a server error. */
export interface Entry {
  /** `seq` of its message. */
  readonly seq: number;
  /** Session time, in ms. */
  readonly atMs: number;
  readonly name: EventName | 'function_calls.acknowledged' | 'error';
  /** The side to which the event belongs. */
  readonly side: 'user' | 'agent' | 'functions' | 'interruption' | 'error';
  readonly detail: string;
}

/** Creates the entry of a message, or returns null for all other messages. */
export function toEntry(message: ServerMessage): Entry | null {
  const { seq, t_ms: atMs } = message;
  if (message.type === 'error')
    return { seq, atMs, name: 'error', side: 'error', detail: `${message.code}: ${message.message}` };
  if (message.type === 'function_calls.acknowledged')
    return { seq, atMs, name: message.type, side: 'functions', detail: describeAcknowledged(message) };
  const event = toTimelineEvent(message);
  return event === null ? null : { seq, ...event, side: sideOf(event.name) };
}

function describeAcknowledged({ results }: MessageOf<'function_calls.acknowledged'>): string {
  return results.map(({ content, policy }) => `${content} (${POLICIES[policy]})`).join(', ');
}

function sideOf(name: EventName): Entry['side'] {
  if (name === 'on_agent_interrupted') return 'interruption';
  if (name.startsWith('on_function_calls_')) return 'functions';
  return name.startsWith('on_user_') ? 'user' : 'agent';
}
