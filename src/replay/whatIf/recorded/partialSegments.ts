import type { Line, WrittenSttEvent, WrittenVadEvent } from '../../../record/format.ts';
import { valueIn, valueOut } from '../../lines.ts';

/** A segment while it is collected from lines. Windows are counted from 0. */
export interface PartialSegment {
  readonly segment: number;
  /** Its first voiced window, and the window at which it ended. */
  readonly from: number;
  to: number;
  /** The last window sent to the recogniser. */
  transcribedTo: number;
  endedAt: number;
  readonly events: SegmentEvent[];
}

/** An event of the recogniser for a segment, or a flush. */
export interface SegmentEvent {
  readonly atMs: number;
  readonly window: number;
  /** True if it came after the end of the segment. */
  readonly ended: boolean;
  readonly event: WrittenSttEvent | { readonly kind: 'flush' };
}

/** Collects the segments of a recording and the events of each. */
export function findPartialSegments(lines: readonly Line[], windowMs: number): readonly PartialSegment[] {
  const partials: PartialSegment[] = [];
  const findSegment = (segment: number | undefined): PartialSegment | undefined =>
    partials.findLast((one) => one.segment === segment);
  let window = -1;
  for (const line of lines) {
    if (valueIn(line, 'vad') !== undefined) window += 1;
    const activity = valueOut(line, 'activity');
    if (activity?.kind === 'started') partials.push(createPartialSegment(activity, window, windowMs));
    else if (activity !== undefined) endPartialSegment(findSegment(activity.segment), activity.kind, window);
    const event = valueIn(line, 'stt') ?? valueOut(line, 'stt');
    if (event !== undefined) addEvent(findSegment(event.segment), event, line.t, window);
  }
  return partials;
}

const NEVER = Number.POSITIVE_INFINITY;

function createPartialSegment(
  { segment, voicedMs }: Extract<WrittenVadEvent, { kind: 'started' }>,
  window: number,
  windowMs: number,
): PartialSegment {
  const from = window + 1 - Math.round(voicedMs / windowMs);
  return { segment, from, to: NEVER, transcribedTo: NEVER, endedAt: NEVER, events: [] };
}

function endPartialSegment(partial: PartialSegment | undefined, kind: WrittenVadEvent['kind'], window: number): void {
  if (partial === undefined) return;
  if (kind === 'truncated') partial.transcribedTo = window;
  else partial.to = window;
}

function addEvent(
  partial: PartialSegment | undefined,
  event: WrittenSttEvent | { readonly kind: 'start' | 'flush' | 'end' },
  atMs: number,
  window: number,
): void {
  if (partial === undefined || event.kind === 'start') return;
  if (event.kind === 'end') partial.endedAt = atMs;
  else partial.events.push({ atMs, window, ended: partial.endedAt < NEVER, event: event as SegmentEvent['event'] });
}
