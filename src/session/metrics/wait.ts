import { METRIC_PARTS, type MetricPart } from '../../core/metric.ts';
import { mapNames } from '../../core/names.ts';

/**
 * The user's part of a wait, as known at the commit: the ends of its parts, in order. A part that ends before the
 * previous one took no time, and no part ends after the commit.
 */
export interface UserWait {
  readonly startAt: number;
  readonly silentAt: number;
  readonly endedAt: number;
  readonly dueAt: number;
  readonly knownAt: number;
  readonly endpointAt: number;
  readonly committedAt: number;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** Creates a wait without parts. */
export function createTypedWait(startAt: number, committedAt: number): UserWait {
  return {
    startAt,
    silentAt: NEVER,
    endedAt: NEVER,
    dueAt: NEVER,
    knownAt: NEVER,
    endpointAt: NEVER,
    committedAt,
  };
}

/** The time since the previous span, spent on `part`. */
export interface Span {
  readonly part: MetricPart;
  readonly untilAt: number;
}

/**
 * Measures the parts of a wait, in whole ms. Rounds the ends of the spans instead of their lengths, so that the sum
 * stays right.
 */
export function measureParts(
  user: UserWait,
  spans: readonly Span[],
): { readonly totalMs: number; readonly parts: Readonly<Record<MetricPart, number>> } {
  const parts = mapNames(METRIC_PARTS, () => 0);
  let totalMs = 0;
  for (const { part, untilAt } of [...spansOf(user), ...spans]) {
    const endMs = Math.round(untilAt - user.startAt);
    parts[part] += endMs - totalMs;
    totalMs = endMs;
  }
  return { totalMs, parts };
}

function spansOf({ startAt, silentAt, endedAt, dueAt, knownAt, endpointAt, committedAt }: UserWait): readonly Span[] {
  const ends: readonly Span[] = [
    { part: 'silence', untilAt: silentAt },
    { part: 'vad', untilAt: endedAt },
    { part: 'endpointing', untilAt: dueAt },
    { part: 'stt', untilAt: knownAt },
    { part: 'endpointing', untilAt: endpointAt },
  ];
  let end = startAt;
  return ends.map(({ part, untilAt }) => {
    end = Math.min(committedAt, Math.max(end, untilAt));
    return { part, untilAt: end };
  });
}
