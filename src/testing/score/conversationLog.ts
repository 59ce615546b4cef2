import type { AntiphonError } from '../../core/errors.ts';
import type { Metric } from '../../core/metric.ts';
import type { Message } from '../../core/message.ts';
import type { SessionEvent } from '../../session/events.ts';
import type { Moment } from '../../draw/text/diagram.ts';
import type { ScoreAction } from './actions.ts';
import type { EventName } from './names.ts';
import { parseMs } from './time.ts';
import type { After, At } from './time.ts';

/** What happened in a conversation. Times are in ms from the start of the session. */
export interface ConversationLog {
  /** What was done to the session: the lanes `user` and `client`. */
  readonly actions: readonly Moment[];
  readonly started: ReadonlyMap<ScoreAction, StartedAction>;
  readonly events: readonly SessionEvent[];
  readonly errors: readonly TimedError[];
  /** The history, with the time of each message. */
  readonly messages: readonly TimedMessage[];
  /** Of each answer, how long the user waited for it. */
  readonly metrics: readonly Metric[];
  /** What was to be done at a time that never came. */
  readonly missed: readonly MissedAction[];
  /** What took real time, a sentence each. */
  readonly realTime: readonly RealTimeNote[];
}

/** Something that took real time. */
export interface RealTimeNote {
  readonly text: string;
  /** Virtual time did not wait for it, so that what it brings comes too late. */
  readonly isLost: boolean;
}

/** Something that was to be done, and the line that says so. */
export interface MissedAction {
  readonly text: string;
  readonly source: string | undefined;
}

/** When something was done. */
export interface StartedAction {
  readonly atMs: number;
  /** How many events had come by then. */
  readonly eventsBefore: number;
}

export interface TimedError {
  readonly atMs: number;
  readonly error: AntiphonError;
}

export interface TimedMessage {
  readonly atMs: number;
  readonly message: Message;
}

export function nameOf({ name }: SessionEvent): EventName {
  return name.slice('on_'.length) as EventName;
}

/** When the events of a name came. */
export function timesOf({ events }: ConversationLog, name: EventName): readonly number[] {
  return events.filter((event) => nameOf(event) === name).map(({ at }) => at);
}

/**
 * The action since which an event is counted: the one above the first action that is counted from such an event, or else the
 * last one above. Undefined: since the start.
 */
export function anchorOf({ event }: After, before: readonly ScoreAction[]): ScoreAction | undefined {
  const first = before.findIndex(({ at }) => typeof at === 'object' && at.event === event);
  return before[(first < 0 ? before.length : first) - 1];
}

/** When a time was that is written below what is done `before`; undefined: it never came. */
export function timeOf(at: At, took: ConversationLog, before: readonly ScoreAction[]): number | undefined {
  if (typeof at === 'string') return parseMs(at);
  const anchor = anchorOf(at, before);
  const since = anchor === undefined ? 0 : took.started.get(anchor)?.eventsBefore;
  if (since === undefined) return undefined;
  const event = took.events.slice(since).filter((event) => nameOf(event) === at.event)[at.nth - 1];
  return event === undefined ? undefined : event.at + at.delayMs;
}
