import type { Lane } from './lanes.ts';
import type { Mark, Reply, Timeline } from './model.ts';
import { isInside, textLimit, visibleSpans, x, type ClosedSpan, type View } from './scale.ts';
import { MARBLE_PX, drawBar, drawCaption, drawMarble } from './shapes.ts';
import { svg, type Svg } from './svg.ts';
import { widthOf } from './text.ts';

/** Draws replies: hollow before the first text, then filled, with a marble for each chunk if there is room. */
export function drawModelLane({ replies, nowMs }: Timeline, lane: Lane, view: View): readonly Svg[] {
  return visibleSpans(replies, nowMs, view).flatMap((reply) => [
    ...drawBars(reply, lane, view),
    ...drawMarbles(reply, lane, view),
  ]);
}

/** Draws the model's text: each chunk below its marble if all fit, otherwise in one piece. */
export function drawChunksLane({ replies }: Timeline, { top, height }: Lane, view: View): readonly Svg[] {
  const written = replies.filter(({ chunks }) => chunks.length > 0);
  return written.flatMap(({ chunks }, index) => {
    const next = written[index + 1]?.chunks[0]?.atMs ?? Infinity;
    const limits = chunks.map((_, at) => x(view, chunks[at + 1]?.atMs ?? next) - 4);
    const y = top + height - 3;
    return isRoomy(chunks, limits, view)
      ? chunks.map(({ atMs, text }, at) =>
          drawCaption({ text: text.trim(), atMs, limit: limits[at] ?? Infinity, y, name: 'chunk' }, view),
        )
      : [drawCaption({ ...joinChunks(chunks, view), limit: x(view, next) - 8, y, name: 'chunk' }, view)];
  });
}

/** Draws turn numbers at the start of replies. Omits overlapping ones. */
export function drawTurnsLane({ replies }: Timeline, lane: Lane, view: View): readonly Svg[] {
  let free = -Infinity;
  return replies.flatMap(({ turn, fromMs }) => {
    const at = x(view, fromMs);
    const text = String(turn);
    if (!isInside(fromMs, view) || at < free || at + widthOf(text) > textLimit(view)) return [];
    free = at + widthOf(text) + 4;
    return [svg('text', { class: 'turn', x: at, y: lane.top + lane.height - 2 }, text)];
  });
}

function drawBars(reply: ClosedSpan<Reply>, lane: Lane, view: View): readonly Svg[] {
  const { textAtMs, reason } = reply;
  const name = reason === null ? 'model' : `model ${reason}`;
  const title = [`turn ${reply.turn}`, ...(reason === null ? [] : [reason])].join(': ');
  if (textAtMs === null || textAtMs >= reply.toMs) return [drawBar(reply, lane, `${name} thinking`, view, title)];
  const thinking = { fromMs: reply.fromMs, toMs: textAtMs };
  const writing = { fromMs: textAtMs, toMs: reply.toMs };
  return [
    ...(thinking.toMs >= view.fromMs ? [drawBar(thinking, lane, `${name} thinking`, view, title)] : []),
    ...(writing.fromMs < view.toMs ? [drawBar(writing, lane, `${name} writing`, view, title)] : []),
  ];
}

/** Draws a marble for each chunk that does not overlap the previous one. */
function drawMarbles({ chunks }: Reply, lane: Lane, view: View): readonly Svg[] {
  let free = -Infinity;
  return chunks.flatMap(({ atMs }) => {
    const at = x(view, atMs);
    if (at < free) return [];
    free = at + 2 * MARBLE_PX;
    return isInside(atMs, view) ? [drawMarble(atMs, lane, 'chunk', view, MARBLE_PX - 1)] : [];
  });
}

function isRoomy(chunks: readonly Mark[], limits: readonly number[], view: View): boolean {
  return chunks.every(({ atMs, text }, index) => x(view, atMs) + widthOf(text.trim()) <= (limits[index] ?? Infinity));
}

/** Joins the chunks that are visible in the row. */
function joinChunks(chunks: readonly Mark[], view: View): Mark {
  const shown = view.textToMs === undefined ? chunks : chunks.filter(({ atMs }) => atMs >= view.fromMs);
  return {
    atMs: shown[0]?.atMs ?? -Infinity,
    text: shown
      .map(({ text }) => text)
      .join('')
      .trimStart(),
  };
}
