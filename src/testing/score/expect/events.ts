import type { Moment } from '../../../draw/text/diagram.ts';
import { writeTime } from '../../../draw/text/moment.ts';
import type { ScoreAction } from '../actions.ts';
import { timeOf, type ConversationLog } from '../conversationLog.ts';
import { eventsLane } from '../lanes.ts';
import type { EventName } from '../names.ts';
import { formatAt, type At } from '../time.ts';
import type { Expectation, Mismatch } from './expectation.ts';
import { compareLists } from './list.ts';

export function expectEvents(names: readonly EventName[]): Expectation {
  return (log) => {
    const got = eventsLane(log);
    return compareLists({ lane: 'events', expected: names, got, same: (e, g) => names[e] === got[g]?.text });
  };
}

export type TimeMethod = 'at' | 'by' | 'notBefore';

/** Expects an event at a time. `method` is the method of the score. */
export function expectTime(method: TimeMethod, name: EventName, at: At, before: readonly ScoreAction[]): Expectation {
  const call = `events.${method}('${name}', ${formatAt(at)})`;
  return (log) => {
    const atMs = timeOf(at, log, before);
    if (atMs === undefined) return [{ text: `${call}: the event that it refers to never came` }];
    const came = momentsOf(log, name);
    const difference = TIME_CHECKS[method](came, { lane: 'events', atMs, text: name });
    return difference === null ? [] : [{ text: `${call}: ${describeTimes(came)}`, ...difference }];
  };
}

/** Returns the missing or unwanted moments; null if the expectation holds. */
type TimeCheck = (came: readonly Moment[], expected: Moment) => Omit<Mismatch, 'text'> | null;

/** The checks, by method of the score. */
const TIME_CHECKS: Readonly<Record<TimeMethod, TimeCheck>> = {
  at: (came, expected) =>
    came.some(({ atMs }) => Math.round(atMs) === Math.round(expected.atMs)) ? null : { missing: [expected] },
  by: (came, expected) => (came.some(({ atMs }) => atMs <= expected.atMs) ? null : { missing: [expected] }),
  notBefore: (came, expected) => {
    const unwanted = came.filter(({ atMs }) => atMs < expected.atMs);
    return unwanted.length === 0 ? null : { unwanted };
  },
};

export function expectNever(name: EventName): Expectation {
  return (log) => {
    const unwanted = momentsOf(log, name);
    return unwanted.length === 0 ? [] : [{ text: `events.never('${name}'): ${describeTimes(unwanted)}`, unwanted }];
  };
}

function momentsOf(log: ConversationLog, name: EventName): readonly Moment[] {
  return eventsLane(log).filter(({ text }) => text === name);
}

function describeTimes(came: readonly Moment[]): string {
  return came.length === 0 ? 'it never came' : `it came at ${came.map(({ atMs }) => writeTime(atMs)).join(', ')}`;
}
