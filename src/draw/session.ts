import { drawLanes } from './timeline.ts';
import { formatTime } from './axis.ts';
import { drawLaneLabels, selectLayout, type Layout } from './lanes.ts';
import type { Timeline } from './model.ts';
import { defaultRowMs, LEFT_PX, MARGIN_PX, scaleOf, splitRows } from './rows.ts';
import { x, type View } from './scale.ts';
import { standaloneStyle } from './style.ts';
import { escapeText, formatNumber, svg, type Svg } from './svg.ts';
import { fitText } from './text.ts';

export interface SessionOptions {
  readonly title: string;
  /** Short facts below the title, such as settings. */
  readonly facts?: readonly string[] | undefined;
  /** The part to draw, in ms of session time. Default: all of it. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Width of the picture, in px. Default 1280. */
  readonly width?: number | undefined;
  /** Length of a row, in ms. Default: 30 s for up to 5 minutes, longer for longer sessions. */
  readonly rowMs?: number | undefined;
}

/**
 * Draws a session as a picture for a file, with labels on the left and in as many rows as needed. If there are several
 * rows, an overview is drawn above them.
 *
 * @returns an SVG document with its own style, for light and dark mode
 */
export function drawSession(timeline: Timeline, options: SessionOptions): Svg {
  const { title, facts = [], fromMs = 0, width = 1280 } = options;
  const toMs = Math.max(1, Math.min(options.toMs ?? Number.POSITIVE_INFINITY, Math.max(timeline.nowMs, fromMs + 1)));
  const views = splitRows(fromMs, toMs, options.rowMs ?? defaultRowMs(toMs - fromMs), width);
  const rows = views.map((view) => ({ view, layout: selectLayout(timeline, view.pxPerSecond) }));
  const { drawn, height } = stackRows(timeline, [
    ...(rows.length === 1 ? [] : [createOverview(timeline, fromMs, toMs, width)]),
    ...rows,
  ]);
  const heading = [formatLength(timeline, fromMs, toMs), ...facts].join(' · ');
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  return svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', class: 'timeline', role: 'img', 'aria-label': title, ...size },
    svg('style', {}, standaloneStyle()),
    svg('rect', { class: 'ground', width, height }),
    svg('text', { class: 'title', x: MARGIN_PX, y: 30 }, escapeText(title)),
    svg('text', { class: 'facts', x: MARGIN_PX, y: 48 }, escapeText(fitText(heading, width - 2 * MARGIN_PX))),
    ...drawn,
  );
}

interface Row {
  readonly view: View;
  readonly layout: Layout;
}

/** Height of the title and gap between rows, in px. */
const HEADING_PX = 60;
const GAP_PX = 18;

function createOverview(timeline: Timeline, fromMs: number, toMs: number, width: number): Row {
  const view: View = { fromMs, toMs, textToMs: toMs, pxPerSecond: scaleOf(toMs - fromMs, width), last: true };
  return { view, layout: selectLayout(timeline, 0) };
}

/** Draws rows below each other and returns the total height including the heading. */
function stackRows(
  timeline: Timeline,
  rows: readonly Row[],
): { readonly drawn: readonly Svg[]; readonly height: number } {
  let top = HEADING_PX;
  const drawn = rows.map((row, index) => {
    const placed = drawRow(timeline, row, top, index);
    top += row.layout.height + GAP_PX;
    return placed;
  });
  return { drawn, height: top };
}

/** Formats the length of the part drawn: `26 s`, or `8 s to 9 s of 26 s`. */
function formatLength({ nowMs }: Timeline, fromMs: number, toMs: number): string {
  const [from, to, whole] = [fromMs, toMs, nowMs].map((ms) => formatTime(Math.round(ms / 100) * 100));
  return fromMs === 0 && toMs >= nowMs ? `${to}` : `${from} to ${to} of ${whole}`;
}

/** Draws a row and clips spans that continue beyond it. */
function drawRow(timeline: Timeline, { view, layout }: Row, top: number, index: number): Svg {
  const clip = `row-${index}`;
  const size = { x: -4, width: formatNumber(x(view, view.textToMs ?? view.toMs) + 4), height: layout.height };
  return svg(
    'g',
    { class: 'row', transform: `translate(${LEFT_PX} ${top})` },
    svg('clipPath', { id: clip }, svg('rect', size)),
    ...drawLaneLabels(layout.lanes, -12),
    svg('g', { 'clip-path': `url(#${clip})` }, ...drawLanes(timeline, view, layout)),
  );
}
