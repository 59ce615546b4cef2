import type { TimestampProvider } from 'rxjs';
import { dropOldest } from '../../stream/dropOldest.ts';
import type { CommittedFrom } from '../floor/types.ts';
import type { ArrivalTimes } from './arrivalTimes.ts';
import { SegmentTimes, type VoiceEvent } from './segmentTimes.ts';
import { createTypedWait, type UserWait } from './wait.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/** The number of closed segments that the floor remembers. */
const SEGMENTS_KEPT = 32;

/** Times of the user's speech and of typed text, in scheduler time. */
export class UserTimes {
  readonly #clock: TimestampProvider;
  readonly #arrivals: Pick<ArrivalTimes, 'at'>;
  /** The latest segments, oldest first; bounded. */
  readonly #segments = new Map<number, SegmentTimes>();
  typedAt: number = NEVER;
  /** Time of the latest value of the endpointing stage. */
  endpointAt: number = NEVER;

  constructor(clock: TimestampProvider, arrivals: Pick<ArrivalTimes, 'at'>) {
    this.#clock = clock;
    this.#arrivals = arrivals;
  }

  /** Adds an event of the VAD. Every window of speech passes through here, so it allocates nothing. */
  addVoice(event: VoiceEvent): void {
    if (event.kind === 'started') {
      this.#segments.set(event.segment, new SegmentTimes());
      dropOldest(this.#segments, SEGMENTS_KEPT);
    }
    const segment = this.#segments.get(event.segment);
    if (segment === undefined) return;
    const now = this.#clock.now();
    const arrivedAt = this.#arrivals.at(event.atMs) ?? now;
    if (event.kind === 'ended') segment.end(event, now, arrivedAt);
    else segment.extend(event, now, arrivedAt);
  }

  /** Adds a final or the settlement of a segment. */
  addWords(number: number): void {
    const segment = this.#segments.get(number);
    if (segment !== undefined) segment.knownAt = this.#clock.now();
  }

  /**
   * Returns the user's part of the wait, at the commit. It starts at the latest speech or typed text; typed text has no
   * parts.
   */
  waitOf({ segments, typed }: CommittedFrom, minDelayMs: number): UserWait {
    const now = this.#clock.now();
    let latest: CommittedTimes | undefined;
    for (const number of segments) {
      const times = this.#segments.get(number);
      if (times !== undefined) latest = latest === undefined ? times : later(latest, times);
    }
    if (typed && this.typedAt >= (latest?.spokenAt ?? NEVER)) return createTypedWait(this.typedAt, now);
    if (latest === undefined) return createTypedWait(now, now);
    const { spokenAt: startAt, silentAt, endedAt, detectedAt, knownAt } = latest;
    const dueAt = detectedAt + minDelayMs;
    return { startAt, silentAt, endedAt, dueAt, knownAt, endpointAt: this.endpointAt, committedAt: now };
  }
}

type CommittedTimes = Pick<SegmentTimes, 'spokenAt' | 'silentAt' | 'endedAt' | 'detectedAt' | 'knownAt'>;

function later(one: CommittedTimes, other: CommittedTimes): CommittedTimes {
  return {
    spokenAt: Math.max(one.spokenAt, other.spokenAt),
    silentAt: Math.max(one.silentAt, other.silentAt),
    endedAt: Math.max(one.endedAt, other.endedAt),
    detectedAt: Math.max(one.detectedAt, other.detectedAt),
    knownAt: Math.max(one.knownAt, other.knownAt),
  };
}
