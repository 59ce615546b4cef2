import type { Moment } from '../../../draw/text/diagram.ts';
import { writeTime } from '../../../draw/text/moment.ts';
import type { ScoreAction } from '../actions.ts';
import type { EventName } from '../names.ts';
import { timeOf, timesOf, type ConversationLog } from '../conversationLog.ts';
import { eventsLane } from '../lanes.ts';
import { formatAt, type At } from '../time.ts';
import type { Expectation, Mismatch } from './expectation.ts';
import { expectList } from './list.ts';

export function expectEvents(names: readonly EventName[]): Expectation {
  return (took) => {
    const got = eventsLane(took);
    return expectList({ lane: 'events', expected: names, got, same: (e, g) => names[e] === got[g]?.text });
  };
}

export function expectAt(name: EventName, at: At, before: readonly ScoreAction[]): Expectation {
  return createTimedExpectation('at', { name, at, before }, (took, ms) => {
    const times = timesOf(took, name);
    return times.some((time) => Math.round(time) === Math.round(ms)) ? [] : [{ lane: 'events', atMs: ms, text: name }];
  });
}

export function expectBy(name: EventName, at: At, before: readonly ScoreAction[]): Expectation {
  return createTimedExpectation('by', { name, at, before }, (took, ms) =>
    timesOf(took, name).some((time) => time <= ms) ? [] : [{ lane: 'events', atMs: ms, text: name }],
  );
}

export function expectNotBefore(name: EventName, at: At, before: readonly ScoreAction[]): Expectation {
  return (took) => {
    const ms = timeOf(at, took, before);
    if (ms === undefined) return [createNeverFault('notBefore', name, at)];
    const unwanted = momentsOf(took, name).filter(({ atMs }) => atMs < ms);
    return unwanted.length === 0
      ? []
      : [{ text: `${formatCall('notBefore', name, at)}: ${describeTimes(took, name)}`, unwanted }];
  };
}

export function expectNever(name: EventName): Expectation {
  return (took) => {
    const unwanted = momentsOf(took, name);
    return unwanted.length === 0 ? [] : [{ text: `events.never('${name}'): ${describeTimes(took, name)}`, unwanted }];
  };
}

/** @param missingAt returns the moments that are missing in the diagram; none if the expectation holds */
function createTimedExpectation(
  verb: string,
  { name, at, before }: { readonly name: EventName; readonly at: At; readonly before: readonly ScoreAction[] },
  missingAt: (took: ConversationLog, ms: number) => readonly Moment[],
): Expectation {
  return (took): readonly Mismatch[] => {
    const ms = timeOf(at, took, before);
    if (ms === undefined) return [createNeverFault(verb, name, at)];
    const missing = missingAt(took, ms);
    return missing.length === 0
      ? []
      : [{ text: `${formatCall(verb, name, at)}: ${describeTimes(took, name)}`, missing }];
  };
}

function momentsOf(took: ConversationLog, name: EventName): readonly Moment[] {
  return eventsLane(took).filter(({ text }) => text === name);
}

function createNeverFault(verb: string, name: EventName, at: At): Mismatch {
  return { text: `${formatCall(verb, name, at)}: the event that it refers to never came` };
}

function formatCall(verb: string, name: EventName, at: At): string {
  return `events.${verb}('${name}', ${formatAt(at)})`;
}

function describeTimes(took: ConversationLog, name: EventName): string {
  const times = timesOf(took, name).map(writeTime);
  return times.length === 0 ? 'it never came' : `it came at ${times.join(', ')}`;
}
