import type { VadEvent } from '../../core/speech.ts';
import type { CommittedFrom } from '../floor/types.ts';
import type { MetricEvent, EventTime } from './metricEvent.ts';
import type { Wait } from './wait.ts';

/** Times of the user's speech, in scheduler time. */
export interface UserTimes {
  /** The latest segments, oldest first; bounded. */
  readonly segments: readonly SegmentTimes[];
  readonly typedAt: number;
  /** Time of the latest value of the endpointing stage. */
  readonly endpointAt: number;
}

interface SegmentTimes {
  readonly segment: number;
  /** The last voiced sample, in audio time. */
  readonly lastVoicedMs: number;
  /** Arrival time of the last voiced sample, and the time at which the VAD reported it. */
  readonly spokenAt: number;
  readonly detectedAt: number;
  /** Time of the latest window or of the end. */
  readonly reportedAt: number;
  /** Arrival time of the audio that ended the segment, and the time of its end; Infinity before. */
  readonly silentAt: number;
  readonly endedAt: number;
  /** Time of the latest final or of the settlement. */
  readonly knownAt: number;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** The number of closed segments that the floor remembers. */
const SEGMENTS_KEPT = 32;

export const initialUserTimes: UserTimes = { segments: [], typedAt: NEVER, endpointAt: NEVER };

export function updateUserTimes(user: UserTimes, event: MetricEvent, time: EventTime): UserTimes {
  const { now } = time;
  switch (event.kind) {
    case 'started':
      return { ...user, segments: [...user.segments, startSegment(event, time)].slice(-SEGMENTS_KEPT) };
    case 'window':
      return updateSegment(user, event, (segment) => extendSegment(segment, event, time));
    case 'ended':
      return updateSegment(user, event, (segment) => endSegment(segment, event, time));
    case 'final':
    case 'settled':
      return updateSegment(user, event, (segment) => ({ ...segment, knownAt: now }));
    case 'typed':
      return { ...user, typedAt: now };
    case 'endpoint':
      return { ...user, endpointAt: now };
    default:
      return user;
  }
}

/** Computes the user's part of the wait. It starts at the latest speech or typed text; typed text has no parts. */
export function computeUserWait(
  { segments: all, typedAt, endpointAt }: UserTimes,
  { segments, typed }: CommittedFrom,
  now: number,
  minDelayMs: number,
): Wait {
  const committed = timesOf(all, segments);
  if (typed && typedAt >= (committed?.spokenAt ?? NEVER)) return { startAt: typedAt, spans: [] };
  if (committed === null) return { startAt: now, spans: [] };
  const { spokenAt, silentAt, endedAt, detectedAt, knownAt } = committed;
  const between = (earliest: number, at: number): number => Math.min(now, Math.max(earliest, at));
  const silent = between(spokenAt, silentAt);
  const ended = between(silent, endedAt);
  const due = between(ended, detectedAt + minDelayMs);
  const known = between(due, knownAt);
  return {
    startAt: spokenAt,
    spans: [
      { part: 'silence', untilAt: silent },
      { part: 'vad', untilAt: ended },
      { part: 'endpointing', untilAt: due },
      { part: 'stt', untilAt: known },
      { part: 'endpointing', untilAt: between(known, endpointAt) },
    ],
  };
}

type CommittedTimes = Pick<SegmentTimes, 'spokenAt' | 'silentAt' | 'endedAt' | 'detectedAt' | 'knownAt'>;

/** The latest times of segments; null: none of them is known. */
function timesOf(all: readonly SegmentTimes[], segments: readonly number[]): CommittedTimes | null {
  let latest: CommittedTimes | null = null;
  for (const number of segments) {
    const times = all.findLast(({ segment }) => segment === number);
    if (times !== undefined) latest = latest === null ? times : latestOf(latest, times);
  }
  return latest;
}

function latestOf(times: CommittedTimes, segment: CommittedTimes): CommittedTimes {
  return {
    spokenAt: Math.max(times.spokenAt, segment.spokenAt),
    silentAt: Math.max(times.silentAt, segment.silentAt),
    endedAt: Math.max(times.endedAt, segment.endedAt),
    detectedAt: Math.max(times.detectedAt, segment.detectedAt),
    knownAt: Math.max(times.knownAt, segment.knownAt),
  };
}

type Voiced = Extract<VadEvent, { readonly lastVoicedMs: number }>;
type Ended = Extract<VadEvent, { readonly kind: 'ended' }>;

function startSegment(event: Voiced, time: EventTime): SegmentTimes {
  const empty: SegmentTimes = {
    segment: event.segment,
    lastVoicedMs: NEVER,
    spokenAt: NEVER,
    detectedAt: NEVER,
    reportedAt: NEVER,
    silentAt: Infinity,
    endedAt: Infinity,
    knownAt: NEVER,
  };
  return extendSegment(empty, event, time);
}

/** Adds a window or the end. Of several reports of one sample the earliest time counts: late input makes the sample look later. */
function extendSegment(
  segment: SegmentTimes,
  { atMs, lastVoicedMs }: Voiced,
  { now, arrivedAt }: EventTime,
): SegmentTimes {
  const agoMs = atMs - lastVoicedMs;
  const isNew = lastVoicedMs > segment.lastVoicedMs;
  const spokenAt = isNew ? arrivedAt - agoMs : Math.min(arrivedAt - agoMs, segment.spokenAt);
  const detectedAt = isNew ? now - agoMs : Math.min(now - agoMs, segment.detectedAt);
  return { ...segment, lastVoicedMs, spokenAt, detectedAt, reportedAt: now };
}

/** Ends a segment. A mute or a stall has no audio of its own: it counts when it comes, unless a window came with it. */
function endSegment(segment: SegmentTimes, event: Ended, time: EventTime): SegmentTimes {
  const { now, arrivedAt } = time;
  const isOfAudio = event.by === 'silence' || segment.reportedAt === now;
  return { ...extendSegment(segment, event, time), silentAt: isOfAudio ? arrivedAt : now, endedAt: now };
}

function updateSegment(
  user: UserTimes,
  { segment: number }: { readonly segment: number },
  update: (segment: SegmentTimes) => SegmentTimes,
): UserTimes {
  const { segments, typedAt, endpointAt } = user;
  const at = segments.findLastIndex(({ segment }) => segment === number);
  const found = segments[at];
  return found === undefined ? user : { segments: segments.with(at, update(found)), typedAt, endpointAt };
}
