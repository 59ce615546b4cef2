import type { AntiphonError } from '../../core/errors.ts';
import type { Message } from '../../core/message.ts';
import type { SessionEvent } from '../../session/events.ts';
import type { Moment } from '../diagram.ts';
import type { Cue } from './cues.ts';
import type { EventName } from './names.ts';
import { msOf } from './time.ts';
import type { At } from './time.ts';

/** What happened in a conversation. Times are in ms from the start of the session. */
export interface Performance {
  /** What was done to the session: the lanes `user` and `client`. */
  readonly doings: readonly Moment[];
  readonly begun: ReadonlyMap<Cue, Begun>;
  readonly events: readonly SessionEvent[];
  readonly errors: readonly Reported[];
  /** The history, with the time of each message. */
  readonly messages: readonly Remembered[];
  /** What was to be done at a time that never came. */
  readonly missed: readonly string[];
  /** The agent's own calls that virtual time did not wait for to the end. */
  readonly abandoned: readonly string[];
}

/** When something was done. */
export interface Begun {
  readonly atMs: number;
  /** What its time was counted from. */
  readonly fromMs: number;
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

/**
 * When a time was that is written below what is done `before`. An event that it is counted from is the very one that the
 * nearest line above is counted from, or else the first since what is done last.
 */
export function timeOf(at: At, took: Performance, before: readonly Cue[]): number | undefined {
  if (typeof at === 'string') return msOf(at);
  const same = before.findLast((cue) => typeof cue.at === 'object' && cue.at.event === at.event);
  const from = same === undefined ? firstSince(before.at(-1), at.event, took) : took.begun.get(same)?.fromMs;
  return from === undefined ? undefined : from + at.delayMs;
}

function firstSince(cue: Cue | undefined, name: EventName, took: Performance): number | undefined {
  const sinceMs = cue === undefined ? 0 : (took.begun.get(cue)?.atMs ?? Number.POSITIVE_INFINITY);
  return timesOf(took, name).find((ms) => ms >= sinceMs);
}
