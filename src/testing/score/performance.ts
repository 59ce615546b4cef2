import type { AntiphonError } from '../../core/errors.ts';
import type { Message } from '../../core/message.ts';
import type { SessionEvent } from '../../session/events.ts';
import type { Moment } from '../diagram.ts';
import { msOf } from './time.ts';
import type { At, EventName } from './time.ts';

/** What happened in a conversation. Times are in ms from the start of the session. */
export interface Performance {
  /** What was done to the session: the lanes `user` and `client`. */
  readonly doings: readonly Moment[];
  readonly events: readonly SessionEvent[];
  readonly errors: readonly Reported[];
  /** The history, with the time of each message. */
  readonly messages: readonly Remembered[];
  /** What was to be done at a time that never came. */
  readonly missed: readonly string[];
}

export interface Reported {
  readonly atMs: number;
  readonly error: AntiphonError;
}

export interface Remembered {
  readonly atMs: number;
  readonly message: Message;
}

export function nameOf({ name }: SessionEvent): EventName {
  return name.slice('on_'.length) as EventName;
}

/** When the events of a name came. */
export function timesOf({ events }: Performance, name: EventName): readonly number[] {
  return events.filter((event) => nameOf(event) === name).map(({ at }) => at);
}

/** When a time was; if it is counted from an event, from the first. */
export function timeOf(at: At, took: Performance): number | undefined {
  if (typeof at === 'string') return msOf(at);
  const [first] = timesOf(took, at.event);
  return first === undefined ? undefined : first + at.delayMs;
}
