import type { VadEvent } from '../../core/speech.ts';
import type { CommittedFrom } from '../floor/types.ts';
import type { Measured, Moment } from './measured.ts';
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
  /** Its last voiced sample, in audio time. */
  readonly lastVoicedMs: number;
  /** The same in scheduler time: as its audio came, and as the VAD told of it. */
  readonly spokenAt: number;
  readonly noticedAt: number;
  /** When the VAD last told of a window. */
  readonly toldAt: number;
  /** When the audio had come that ended it, and when the VAD ended it; Infinity as long as it goes on. */
  readonly overAt: number;
  readonly endedAt: number;
  /** When its latest final came, or it was settled. */
  readonly knownAt: number;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** How many segments are remembered: as many as the floor remembers the fates of. */
const SEGMENTS_KEPT = 32;

export const nothingHeard: Listening = { segments: [], typedAt: NEVER, endpointAt: NEVER };

export function hear(listening: Listening, event: Measured, moment: Moment): Listening {
  const { now } = moment;
  switch (event.kind) {
    case 'started':
      return { ...listening, segments: [...listening.segments, begun(event, moment)].slice(-SEGMENTS_KEPT) };
    case 'window':
      return change(listening, event.segment, (segment) => ({ ...voiced(segment, event, moment), toldAt: now }));
    case 'ended':
      return change(listening, event.segment, (segment) => ended(segment, event, moment));
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
export function waitFor(
  listening: Listening,
  { segments, typed }: CommittedFrom,
  now: number,
  minDelayMs: number,
): Wait {
  const spoken = listening.segments.filter(({ segment }) => segments.includes(segment));
  const latestOf = (time: 'spokenAt' | 'noticedAt' | 'overAt' | 'endedAt' | 'knownAt'): number =>
    latest(spoken.map((segment) => segment[time]));
  const spokenAt = latestOf('spokenAt');
  const { typedAt, endpointAt } = listening;
  if (typed && typedAt >= spokenAt) return { startAt: typedAt, spans: [] };
  if (spoken.length === 0) return { startAt: now, spans: [] };
  const within = (earliest: number, at: number): number => Math.min(now, Math.max(earliest, at));
  const over = within(spokenAt, latestOf('overAt'));
  const ended = within(over, latestOf('endedAt'));
  const due = within(ended, latestOf('noticedAt') + minDelayMs);
  const known = within(due, latestOf('knownAt'));
  return {
    startAt: spokenAt,
    spans: [
      { part: 'silence', untilAt: over },
      { part: 'vad', untilAt: ended },
      { part: 'endpointing', untilAt: due },
      { part: 'stt', untilAt: known },
      { part: 'endpointing', untilAt: within(known, endpointAt) },
    ],
  };
}

type Voiced = Extract<VadEvent, { readonly lastVoicedMs: number }>;
type Ended = Extract<VadEvent, { readonly kind: 'ended' }>;

function begun(event: Voiced, moment: Moment): Segment {
  const unheard: Segment = {
    segment: event.segment,
    lastVoicedMs: NEVER,
    spokenAt: NEVER,
    noticedAt: NEVER,
    toldAt: moment.now,
    overAt: Infinity,
    endedAt: Infinity,
    knownAt: NEVER,
  };
  return voiced(unheard, event, moment);
}

/** The earliest figure is the true one: input that comes late makes its last voice look later than it was. */
function voiced(segment: Segment, { atMs, lastVoicedMs }: Voiced, { now, arrivedAt }: Moment): Segment {
  const agoMs = atMs - lastVoicedMs;
  const isNew = lastVoicedMs > segment.lastVoicedMs;
  const earlier = (before: number, at: number): number => (isNew ? at : Math.min(at, before));
  const spokenAt = earlier(segment.spokenAt, arrivedAt - agoMs);
  return { ...segment, lastVoicedMs, spokenAt, noticedAt: earlier(segment.noticedAt, now - agoMs) };
}

/** A mute or a stall comes when it comes; only where it waited for windows that were still to be heard it comes late. */
function ended(segment: Segment, event: Ended, moment: Moment): Segment {
  const { now, arrivedAt } = moment;
  const isOfAudio = event.by === 'silence' || segment.toldAt === now;
  return { ...voiced(segment, event, moment), overAt: isOfAudio ? arrivedAt : now, endedAt: now };
}

function change(listening: Listening, number: number, to: (segment: Segment) => Segment): Listening {
  const segments = listening.segments.map((segment) => (segment.segment === number ? to(segment) : segment));
  return { ...listening, segments };
}

function latest(times: readonly number[]): number {
  return Math.max(NEVER, ...times);
}
