import type { Reason } from '../../../src/core/reason.ts';
import type { SessionSettings } from '../../../src/session/config/config.ts';
import type { FloorSettings } from '../../../src/session/floor/types.ts';
import type { KnownFacts } from './facts.ts';

export interface Checked {
  readonly facts: KnownFacts;
  readonly session: SessionSettings;
  readonly floor: FloorSettings;
  readonly finalTimeoutMs: number;
}

/** Limits that no setting changes, as docs/turn-taking.md and docs/speech-to-speech.md have them. */
const LIMITS = { phrase: 250, pause: 64, remark: 1200, function: 10_000, owed: 5000 };
const TOLERANCE = 1e-6;

type Check = (value: number, checked: Checked) => boolean;

/** Whether a number of a reason is that of the events, by name. A name without a check is a fault. */
const CHECKS: Readonly<Record<string, Check>> = {
  segment: (value, { facts }) => facts.segments.has(value),
  turn: (value, { facts }) => facts.turns.has(value),
  voicedMs: (value, { facts }) => isIn(value, [...stretches(facts), ...sums(facts), ...namedVoice(facts)]),
  silenceMs: (value, { facts }) => isIn(value, [...silences(facts), ...endSilence(facts)]),
  silentMs: (value, { facts }) => isIn(facts.now - value, facts.times),
  waitedMs: (value, { facts }) => isIn(facts.now - value, [...facts.times, ...allOf(facts.voiceTimes)]),
  leftMs: (value, checked) => value >= 0 && isIn(checked.facts.now + value, deadlines(checked)),
  neededMs: (value, { session, floor }) => isIn(value, limitsOf(session, floor)),
  neededWords: (value, { session }) => value === session.interruptWordThreshold,
  words: (value, { facts }) => value <= facts.words.reduce((sum, one) => sum + one, 0) || isOfEvent(facts, value),
  probability: (value, { facts }) => facts.probabilities.has(value),
  neededProbability: (value, { session }) =>
    value === session.vad.activationThreshold || value === (session.turnDetection?.threshold ?? 0.5),
  characters: (value, { facts }) => value <= facts.heard.reduce((sum, one) => sum + one, 0),
  heardChars: (value, { facts }) => value <= facts.heard.reduce((sum, one) => sum + one, 0),
  samples: (value, { facts: { event } }) =>
    event?.kind === 'playout' && event.event.kind === 'stopped' && event.event.samples === value,
  calls: (value, { facts: { event } }) => event?.kind === 'calls' && event.calls.calls.length === value,
  results: (value, { facts: { event } }) => {
    if (event?.kind !== 'results') return true;
    const { results, background } = event.results;
    // Those of the background are told together with the ones that came before.
    return background === undefined ? value === results.length : value >= results.length;
  },
  messages: (value, { facts: { event } }) => event?.kind === 'add_messages' && event.messages.length === value,
  cuts: (value, { facts }) => value >= 2 && value <= facts.cuts,
};

/** Returns what is wrong with a reason: its numbers, or a number of its sentence that it does not name. */
export function faultsOf({ text, numbers }: Reason, checked: Checked): readonly string[] {
  const wrong = Object.entries(numbers).filter(([name, value]) => CHECKS[name]?.(value, checked) !== true);
  const written = new Set(Object.values(numbers).flatMap(writings));
  const unnamed = numbersIn(text).filter((number) => !written.has(number));
  return [
    ...wrong.map(([name, value]) => `${name} ${value} is not of the events: ${text}`),
    ...unnamed.map((number) => `${number} has no name: ${text}`),
  ];
}

function numbersIn(text: string): readonly string[] {
  return text.replaceAll(/'[^']*'/gu, '').match(/(?<![\w.])-?\d+(?:\.\d+)?/gu) ?? [];
}

/** Returns how a number may be written: in ms, in seconds or as a probability. */
function writings(value: number): readonly string[] {
  return [Math.round(value), Math.round(value / 10) / 100, Math.round(value * 100) / 100].map(String);
}

function isIn(value: number, values: Iterable<number>): boolean {
  for (const other of values) if (Math.abs(other - value) <= TOLERANCE) return true;
  return false;
}

/** Voice between any two measurements of a segment. */
function* stretches({ voiced }: KnownFacts): Iterable<number> {
  for (const values of voiced.values()) for (const one of values) for (const other of values) yield one - other;
}

/** Voice of some segments together. */
function* sums({ voiced }: KnownFacts): Iterable<number> {
  const lists = [...voiced.values()].slice(-4).map((values) => [...values]);
  let partial = [0];
  for (const values of lists) partial = partial.flatMap((sum) => values.map((value) => sum + value));
  yield* partial;
}

function* namedVoice({ event }: KnownFacts): Iterable<number> {
  if (event?.kind === 'barge_in') yield event.by.voicedMs;
}

function isOfEvent({ event }: KnownFacts, words: number): boolean {
  return event?.kind === 'barge_in' && event.by.words === words;
}

function* silences({ voiceTimes, now }: KnownFacts): Iterable<number> {
  for (const at of allOf(voiceTimes)) yield now - at;
}

function* endSilence({ event }: KnownFacts): Iterable<number> {
  if (event?.kind === 'ended') yield event.atMs - event.lastVoicedMs;
}

function* deadlines({ facts, session, finalTimeoutMs }: Checked): Iterable<number> {
  const delays = [session.minEndpointingDelayMs, session.turnDetection?.minDelayMs, session.turnDetection?.maxDelayMs];
  for (const at of allOf(facts.voiceTimes))
    for (const delay of delays) if (delay !== undefined) yield* [at + delay, at + 2 * delay];
  for (const at of facts.times) yield* [at + finalTimeoutMs, at + LIMITS.remark, at + LIMITS.function];
  yield facts.now;
}

function* allOf(map: ReadonlyMap<number, ReadonlySet<number>>): Iterable<number> {
  for (const values of map.values()) yield* values;
}

function limitsOf(session: SessionSettings, { filler }: FloorSettings): readonly number[] {
  const { vad, interruptTimeThresholdMs, minEndpointingDelayMs, turnDetection } = session;
  return [
    ...Object.values(LIMITS),
    vad.minSpeechMs,
    vad.minSilenceMs,
    interruptTimeThresholdMs,
    minEndpointingDelayMs,
    ...(turnDetection === undefined ? [] : [turnDetection.minDelayMs, turnDetection.maxDelayMs]),
    ...(filler === undefined ? [] : [filler.delayMs]),
  ];
}
