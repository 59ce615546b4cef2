import type { VadEvent } from '../../core/speech.ts';
import type { Said } from '../floor/types.ts';
import type { Measured } from './measured.ts';
import type { Wait } from './wait.ts';

/** What is known of the user's side, in scheduler time. */
export interface Listening {
  /** The latest, oldest first; bounded. */
  readonly segments: readonly Segment[];
  readonly typedAt: number;
  /** When the endpointing stage last let a turn go. */
  readonly endpointAt: number;
}

interface Segment {
  readonly segment: number;
  /** Its last voiced sample, in audio time and in scheduler time. */
  readonly lastVoicedMs: number;
  readonly lastVoicedAt: number;
  /** Infinity as long as it goes on. */
  readonly endedAt: number;
  /** When its latest final came, or it was settled. */
  readonly knownAt: number;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** How many segments are remembered: as many as the floor remembers the fates of. */
const SEGMENTS_KEPT = 32;

export const nothingHeard: Listening = { segments: [], typedAt: NEVER, endpointAt: NEVER };

export function hear(listening: Listening, event: Measured, now: number): Listening {
  switch (event.kind) {
    case 'started':
      return { ...listening, segments: [...listening.segments, begun(event, now)].slice(-SEGMENTS_KEPT) };
    case 'window':
      return change(listening, event.segment, (segment) => voiced(segment, event, now));
    case 'ended':
      return change(listening, event.segment, (segment) => ({ ...voiced(segment, event, now), endedAt: now }));
    case 'final':
    case 'settled':
      return change(listening, event.segment, (segment) => ({ ...segment, knownAt: now }));
    case 'typed':
      return { ...listening, typedAt: now };
    case 'endpoint':
      return { ...listening, endpointAt: now };
    default:
      return listening;
  }
}

/** The user's part of the wait for an answer: of what was said, the last counts. What was typed has no end to wait for. */
export function waitFor(listening: Listening, { segments, typed }: Said, now: number, minDelayMs: number): Wait {
  const spoken = listening.segments.filter(({ segment }) => segments.includes(segment));
  const voicedAt = latest(spoken.map(({ lastVoicedAt }) => lastVoicedAt));
  const { typedAt, endpointAt } = listening;
  if (typed && typedAt >= voicedAt) return { startAt: typedAt, spans: [] };
  if (spoken.length === 0) return { startAt: now, spans: [] };
  const within = (earliest: number, at: number): number => Math.min(now, Math.max(earliest, at));
  const ended = within(voicedAt, latest(spoken.map(({ endedAt }) => endedAt)));
  const due = within(ended, voicedAt + minDelayMs);
  const known = within(due, latest(spoken.map(({ knownAt }) => knownAt)));
  const over = within(known, endpointAt);
  return {
    startAt: voicedAt,
    spans: [
      { part: 'silence', untilAt: ended },
      { part: 'endpointing', untilAt: due },
      { part: 'stt', untilAt: known },
      { part: 'endpointing', untilAt: over },
    ],
  };
}

type Voiced = Extract<VadEvent, { readonly lastVoicedMs: number }>;

function begun(event: Voiced, now: number): Segment {
  const { segment } = event;
  const unheard = { segment, lastVoicedMs: NEVER, lastVoicedAt: NEVER, endedAt: Infinity, knownAt: NEVER };
  return voiced(unheard, event, now);
}

/** As the endpointing stage reckons it: input that comes late makes its last voice look later than it was. */
function voiced(segment: Segment, { atMs, lastVoicedMs }: Voiced, now: number): Segment {
  const at = now - (atMs - lastVoicedMs);
  const lastVoicedAt = lastVoicedMs > segment.lastVoicedMs ? at : Math.min(at, segment.lastVoicedAt);
  return { ...segment, lastVoicedMs, lastVoicedAt };
}

function change(listening: Listening, number: number, to: (segment: Segment) => Segment): Listening {
  const segments = listening.segments.map((segment) => (segment.segment === number ? to(segment) : segment));
  return { ...listening, segments };
}

function latest(times: readonly number[]): number {
  return Math.max(NEVER, ...times);
}
