import type { LogEntry } from '../../../src/session/explain/stepLog.ts';
import type { Decision, FloorEvent } from '../../../src/session/floor/types.ts';

/** What the events of a conversation say, gathered without the code that explains. */
export interface KnownFacts {
  /** Scheduler times of all events so far. */
  readonly times: Set<number>;
  /** Scheduler times of the last voiced sample that any event so far has named, by segment. */
  readonly voiceTimes: Map<number, Set<number>>;
  /** Voiced times that the events so far have named, by segment, with 0. */
  readonly voiced: Map<number, Set<number>>;
  readonly segments: Set<number>;
  readonly turns: Set<number>;
  readonly probabilities: Set<number>;
  /** Characters that were heard of each utterance. */
  readonly heard: number[];
  /** Numbers of words in each transcript. */
  readonly words: number[];
  now: number;
  event: FloorEvent | null;
  cuts: number;
}

export function createFacts(times: Iterable<number> = []): KnownFacts {
  return {
    times: new Set(times),
    voiceTimes: new Map(),
    voiced: new Map(),
    segments: new Set(),
    turns: new Set(),
    probabilities: new Set(),
    heard: [],
    words: [],
    now: 0,
    event: null,
    cuts: 0,
  };
}

export function gather(facts: KnownFacts, entry: LogEntry): void {
  if (entry.kind === 'score') facts.probabilities.add(entry.probability);
  if (entry.kind === 'verdict') facts.probabilities.add(entry.verdict.over);
  if (entry.kind !== 'step') return;
  const { event, now, decisions } = entry.step;
  facts.now = now;
  facts.event = event;
  facts.times.add(now);
  gatherVoice(facts, event, now);
  gatherWords(facts, event);
  for (const decision of decisions) gatherDecision(facts, decision);
}

function gatherWords(facts: KnownFacts, event: FloorEvent): void {
  if (event.kind === 'turn') facts.turns.add(event.turn.turn);
  if (event.kind === 'interim' || event.kind === 'final') facts.words.push(event.text.trim().split(/\s+/u).length);
  if (event.kind === 'playout' && event.event.kind === 'stopped') facts.heard.push(event.event.heard.length);
}

function gatherDecision(facts: KnownFacts, decision: Decision): void {
  if ('turn' in decision)
    facts.turns.add(typeof decision.turn === 'number' ? decision.turn : (decision.turn?.turn ?? 0));
  if (decision.kind === 'cut') facts.cuts += 1;
}

function gatherVoice({ segments, voiced, voiceTimes }: KnownFacts, event: FloorEvent, now: number): void {
  if ('segment' in event) segments.add(event.segment);
  if (!('voicedMs' in event)) return;
  const { segment, voicedMs, atMs, lastVoicedMs } = event;
  addTo(voiced, segment, 0);
  addTo(voiced, segment, voicedMs);
  addTo(voiceTimes, segment, now - (atMs - lastVoicedMs));
}

function addTo(map: Map<number, Set<number>>, key: number, value: number): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}
