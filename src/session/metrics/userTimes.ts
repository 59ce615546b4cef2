import type { VadEvent } from '../../core/speech.ts';
import type { CommittedFrom } from '../floor/types.ts';
import type { MetricEvent, EventTime } from './metricEvent.ts';
import type { Wait } from './wait.ts';

/** Times of the user's speech, in scheduler time. */
export interface UserTimes {
  /** The latest, oldest first; bounded. */
  readonly segments: readonly SegmentTimes[];
  readonly typedAt: number;
  /** When the endpointing stage last let a turn go. */
  readonly endpointAt: number;
}

interface SegmentTimes {
  readonly segment: number;
  /** Its last voiced sample, in audio time. */
  readonly lastVoicedMs: number;
  /** The same in scheduler time: as its audio came, and as the VAD told of it. */
  readonly spokenAt: number;
  readonly detectedAt: number;
  /** When the VAD last told of a window. */
  readonly reportedAt: number;
  /** When the audio had come that ended it, and when the VAD ended it; Infinity as long as it goes on. */
  readonly silentAt: number;
  readonly endedAt: number;
  /** When its latest final came, or it was settled. */
  readonly knownAt: number;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** How many segments are remembered: as many as the floor remembers the fates of. */
const SEGMENTS_KEPT = 32;

export const initialUserTimes: UserTimes = { segments: [], typedAt: NEVER, endpointAt: NEVER };

export function updateUserTimes(user: UserTimes, event: MetricEvent, time: EventTime): UserTimes {
  const { now } = time;
  switch (event.kind) {
    case 'started':
      return { ...user, segments: [...user.segments, startSegment(event, time)].slice(-SEGMENTS_KEPT) };
    case 'window':
      return updateSegment(user, event.segment, (segment) => ({
        ...extendSegment(segment, event, time),
        reportedAt: now,
      }));
    case 'ended':
      return updateSegment(user, event.segment, (segment) => endSegment(segment, event, time));
    case 'final':
    case 'settled':
      return updateSegment(user, event.segment, (segment) => ({ ...segment, knownAt: now }));
    case 'typed':
      return { ...user, typedAt: now };
    case 'endpoint':
      return { ...user, endpointAt: now };
    default:
      return user;
  }
}

/** The user's part of the wait for an answer: of what was said, the last counts. What was typed has no end to wait for. */
export function computeUserWait(
  user: UserTimes,
  { segments, typed }: CommittedFrom,
  now: number,
  minDelayMs: number,
): Wait {
  const spoken = user.segments.filter(({ segment }) => segments.includes(segment));
  const latestOf = (time: 'spokenAt' | 'detectedAt' | 'silentAt' | 'endedAt' | 'knownAt'): number =>
    latest(spoken.map((segment) => segment[time]));
  const spokenAt = latestOf('spokenAt');
  const { typedAt, endpointAt } = user;
  if (typed && typedAt >= spokenAt) return { startAt: typedAt, spans: [] };
  if (spoken.length === 0) return { startAt: now, spans: [] };
  const within = (earliest: number, at: number): number => Math.min(now, Math.max(earliest, at));
  const over = within(spokenAt, latestOf('silentAt'));
  const ended = within(over, latestOf('endedAt'));
  const due = within(ended, latestOf('detectedAt') + minDelayMs);
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

function startSegment(event: Voiced, time: EventTime): SegmentTimes {
  const unheard: SegmentTimes = {
    segment: event.segment,
    lastVoicedMs: NEVER,
    spokenAt: NEVER,
    detectedAt: NEVER,
    reportedAt: time.now,
    silentAt: Infinity,
    endedAt: Infinity,
    knownAt: NEVER,
  };
  return extendSegment(unheard, event, time);
}

/** The earliest figure is the true one: input that comes late makes its last voice look later than it was. */
function extendSegment(
  segment: SegmentTimes,
  { atMs, lastVoicedMs }: Voiced,
  { now, arrivedAt }: EventTime,
): SegmentTimes {
  const agoMs = atMs - lastVoicedMs;
  const isNew = lastVoicedMs > segment.lastVoicedMs;
  const earlier = (before: number, at: number): number => (isNew ? at : Math.min(at, before));
  const spokenAt = earlier(segment.spokenAt, arrivedAt - agoMs);
  return { ...segment, lastVoicedMs, spokenAt, detectedAt: earlier(segment.detectedAt, now - agoMs) };
}

/** A mute or a stall comes when it comes; only where it waited for windows that were still to be heard it comes late. */
function endSegment(segment: SegmentTimes, event: Ended, time: EventTime): SegmentTimes {
  const { now, arrivedAt } = time;
  const isOfAudio = event.by === 'silence' || segment.reportedAt === now;
  return { ...extendSegment(segment, event, time), silentAt: isOfAudio ? arrivedAt : now, endedAt: now };
}

function updateSegment(user: UserTimes, number: number, to: (segment: SegmentTimes) => SegmentTimes): UserTimes {
  const segments = user.segments.map((segment) => (segment.segment === number ? to(segment) : segment));
  return { ...user, segments };
}

function latest(times: readonly number[]): number {
  return Math.max(NEVER, ...times);
}
