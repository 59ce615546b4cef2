import type { Span, Timeline } from '../../../draw/model.ts';
import type { Stretch } from './stretch.ts';

/** The lists of a timeline that hold spans. */
const SPANS = ['gaps', 'voiced', 'speech', 'words', 'replies', 'calls', 'syntheses', 'waits', 'utterances'] as const;

/**
 * Selects what a tile draws: the spans that touch the stretch, and a few more around it, because the text of one item ends
 * where the next begins. Keeps drawing independent of the length of the call.
 */
export function sliceTimeline(timeline: Timeline, { fromMs, toMs }: Stretch): Timeline {
  const spans = Object.fromEntries(
    SPANS.map((name) => [name, sliceSpans<Span>(timeline[name], { fromMs, toMs }, timeline.nowMs)]),
  );
  return {
    ...timeline,
    ...spans,
    events: sliceMarks(timeline.events, fromMs, toMs),
    interruptions: sliceMarks(timeline.interruptions, fromMs, toMs),
  };
}

/** The number of items that are kept at each side. */
const AROUND = 12;

function sliceSpans<Kind extends Span>(all: readonly Kind[], stretch: Stretch, nowMs: number): readonly Kind[] {
  const first = all.findIndex(({ toMs }) => (toMs ?? nowMs) >= stretch.fromMs);
  if (first === -1) return all.slice(-AROUND);
  const last = all.findLastIndex(({ fromMs }) => fromMs < stretch.toMs);
  return all.slice(Math.max(0, first - AROUND), Math.max(first, last + 1) + AROUND);
}

function sliceMarks<Kind extends { readonly atMs: number }>(
  all: readonly Kind[],
  fromMs: number,
  toMs: number,
): readonly Kind[] {
  const first = all.findIndex(({ atMs }) => atMs >= fromMs);
  if (first === -1) return all.slice(-AROUND);
  const last = all.findLastIndex(({ atMs }) => atMs < toMs);
  return all.slice(Math.max(0, first - AROUND), Math.max(first, last + 1) + AROUND);
}
