import type { Line, WrittenSttEvent, WrittenVadEvent } from '../../../record/format.ts';
import { valueIn, valueOut } from '../../lines.ts';

/** A segment while it is collected from lines. Windows are counted from 0. */
export interface Draft {
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
export function draftsOf(lines: readonly Line[], windowMs: number): readonly Draft[] {
  const drafts: Draft[] = [];
  const draftOf = (segment: number | undefined): Draft | undefined => drafts.findLast((one) => one.segment === segment);
  let window = -1;
  for (const line of lines) {
    if (valueIn(line, 'vad') !== undefined) window += 1;
    const activity = valueOut(line, 'activity');
    if (activity?.kind === 'started') drafts.push(createDraft(activity, window, windowMs));
    else if (activity !== undefined) endDraft(draftOf(activity.segment), activity.kind, window);
    const event = valueIn(line, 'stt') ?? valueOut(line, 'stt');
    if (event !== undefined) addEvent(draftOf(event.segment), event, line.t, window);
  }
  return drafts;
}

const NEVER = Number.POSITIVE_INFINITY;

function createDraft(
  { segment, voicedMs }: Extract<WrittenVadEvent, { kind: 'started' }>,
  window: number,
  windowMs: number,
): Draft {
  const from = window + 1 - Math.round(voicedMs / windowMs);
  return { segment, from, to: NEVER, transcribedTo: NEVER, endedAt: NEVER, events: [] };
}

function endDraft(draft: Draft | undefined, kind: WrittenVadEvent['kind'], window: number): void {
  if (draft === undefined) return;
  if (kind === 'truncated') draft.transcribedTo = window;
  else draft.to = window;
}

function addEvent(
  draft: Draft | undefined,
  event: WrittenSttEvent | { readonly kind: 'start' | 'flush' | 'end' },
  atMs: number,
  window: number,
): void {
  if (draft === undefined || event.kind === 'start') return;
  if (event.kind === 'end') draft.endedAt = atMs;
  else draft.events.push({ atMs, window, ended: draft.endedAt < NEVER, event: event as SegmentEvent['event'] });
}
