import type { Moment } from '../../../draw/text/diagram.ts';
import { writeTime } from '../../../draw/text/time.ts';
import type { Cue } from '../cues.ts';
import type { EventName } from '../names.ts';
import { timeOf, timesOf } from '../performance.ts';
import type { Performance } from '../performance.ts';
import { eventsLane } from '../picture.ts';
import { writeAt } from '../time.ts';
import type { At } from '../time.ts';
import type { Expectation, Fault } from './fault.ts';
import { expectList } from './list.ts';

export function expectEvents(names: readonly EventName[]): Expectation {
  return (took) => {
    const got = eventsLane(took);
    return expectList({ lane: 'events', expected: names, got, same: (e, g) => names[e] === got[g]?.text });
  };
}

export function expectAt(name: EventName, at: At, before: readonly Cue[]): Expectation {
  return timed('at', { name, at, before }, (took, ms) => {
    const times = timesOf(took, name);
    return times.some((time) => Math.round(time) === Math.round(ms)) ? [] : [{ lane: 'events', atMs: ms, text: name }];
  });
}

export function expectBy(name: EventName, at: At, before: readonly Cue[]): Expectation {
  return timed('by', { name, at, before }, (took, ms) =>
    timesOf(took, name).some((time) => time <= ms) ? [] : [{ lane: 'events', atMs: ms, text: name }],
  );
}

export function expectNotBefore(name: EventName, at: At, before: readonly Cue[]): Expectation {
  return (took) => {
    const ms = timeOf(at, took, before);
    if (ms === undefined) return [neverCame('notBefore', name, at)];
    const unwanted = momentsOf(took, name).filter(({ atMs }) => atMs < ms);
    return unwanted.length === 0 ? [] : [{ text: `${call('notBefore', name, at)}: ${came(took, name)}`, unwanted }];
  };
}

export function expectNever(name: EventName): Expectation {
  return (took) => {
    const unwanted = momentsOf(took, name);
    return unwanted.length === 0 ? [] : [{ text: `events.never('${name}'): ${came(took, name)}`, unwanted }];
  };
}

/** @param missingAt what there should have been in the diagram at a time; nothing where it holds */
function timed(
  verb: string,
  { name, at, before }: { readonly name: EventName; readonly at: At; readonly before: readonly Cue[] },
  missingAt: (took: Performance, ms: number) => readonly Moment[],
): Expectation {
  return (took): readonly Fault[] => {
    const ms = timeOf(at, took, before);
    if (ms === undefined) return [neverCame(verb, name, at)];
    const missing = missingAt(took, ms);
    return missing.length === 0 ? [] : [{ text: `${call(verb, name, at)}: ${came(took, name)}`, missing }];
  };
}

function momentsOf(took: Performance, name: EventName): readonly Moment[] {
  return eventsLane(took).filter(({ text }) => text === name);
}

function neverCame(verb: string, name: EventName, at: At): Fault {
  return { text: `${call(verb, name, at)}: what it is counted from never came` };
}

function call(verb: string, name: EventName, at: At): string {
  return `events.${verb}('${name}', ${writeAt(at)})`;
}

function came(took: Performance, name: EventName): string {
  const times = timesOf(took, name).map(writeTime);
  return times.length === 0 ? 'it never came' : `it came at ${times.join(', ')}`;
}
