import type { SessionEvent } from '../../src/session/events.ts';
import { nameOf } from '../../src/testing/score/conversationLog.ts';
import type { EventName } from '../../src/testing/score/names.ts';

/** An event with its time, in ms of the test's clock. Default: one of the nine events of a session. */
export interface TimedEvent<Name extends string = EventName> {
  readonly atMs: number;
  readonly event: Name;
  /** The content of its message, if it has one. */
  readonly text?: string;
}

/** Creates an expected event: `at(1586, 'user_message_added', 'tell me')`. */
export function at<Name extends string>(atMs: number, event: Name, text?: string): TimedEvent<Name> {
  return { atMs, event, ...(text === undefined ? {} : { text }) };
}

export function toTimedEvent(event: SessionEvent): TimedEvent {
  return at(event.at, nameOf(event), 'message' in event.input ? event.input.message.content : undefined);
}

/** The times of the events with a name, in ms. */
export function timesOf(events: readonly TimedEvent[], name: EventName): readonly number[] {
  return events.filter(({ event }) => event === name).map(({ atMs }) => atMs);
}
