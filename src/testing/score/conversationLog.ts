import type { AntiphonError } from '../../core/errors.ts';
import type { Metric } from '../../core/metric.ts';
import type { Message } from '../../core/message.ts';
import type { SessionEvent } from '../../session/events.ts';
import type { FunctionSpan } from '../../draw/model.ts';
import type { ClosedSpan } from '../../draw/scale.ts';
import type { Moment } from '../../draw/text/diagram.ts';
import type { ScoreAction } from './actions.ts';
import type { EventName } from './names.ts';
import type { Reasons } from './reasons.ts';
import { parseMs, type After, type At } from './time.ts';

/** The log of a conversation. Times are in ms from the start of the session. */
export interface ConversationLog {
  /** The actions, in the lanes `user`, `client` and `application`. */
  readonly actions: readonly Moment[];
  readonly started: ReadonlyMap<ScoreAction, StartedAction>;
  readonly events: readonly SessionEvent[];
  readonly errors: readonly TimedError[];
  /** The history, with the time of each message. */
  readonly messages: readonly TimedMessage[];
  /** The calls, each to its final result or the end of the session. */
  readonly functions: readonly ClosedSpan<FunctionSpan>[];
  /** The wait for each answer. */
  readonly metrics: readonly Metric[];
  /** Actions whose event never occurred, each described in a sentence. */
  readonly missed: readonly MissedAction[];
  /** Calls and timers that took real time. */
  readonly realTime: readonly RealTimeNote[];
  /** Explains decisions of the session, and their absence. */
  readonly reasons: Reasons;
}

/** A call or a timer that took real time, described in a sentence. */
export interface RealTimeNote {
  readonly text: string;
  /** True if virtual time did not wait for it, so that its result came too late. */
  readonly isLost: boolean;
}

/** An action that was not carried out, described in a sentence, and its line. */
export interface MissedAction {
  readonly text: string;
  readonly source: string | undefined;
}

export interface StartedAction {
  readonly atMs: number;
  /** The number of events so far. */
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

/**
 * Finds the action from which occurrences of an event are counted: the action above the first one that refers to this
 * event, or else the last action above. Undefined means from the start.
 */
export function anchorOf({ event }: After, before: readonly ScoreAction[]): ScoreAction | undefined {
  const first = before.findIndex(({ at }) => typeof at === 'object' && at.event === event);
  return before[(first < 0 ? before.length : first) - 1];
}

/** Resolves a time that follows the actions `before`; undefined if its event never occurred. */
export function timeOf(at: At, log: ConversationLog, before: readonly ScoreAction[]): number | undefined {
  if (typeof at === 'string') return parseMs(at);
  const anchor = anchorOf(at, before);
  const since = anchor === undefined ? 0 : log.started.get(anchor)?.eventsBefore;
  if (since === undefined) return undefined;
  const event = log.events.slice(since).filter((event) => nameOf(event) === at.event)[at.nth - 1];
  return event === undefined ? undefined : event.at + at.delayMs;
}
