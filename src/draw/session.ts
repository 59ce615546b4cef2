import { drawLanes } from './timeline.ts';
import { formatTime } from './axis.ts';
import { drawLaneLabels, selectLayout, type Layout } from './lanes.ts';
import type { Timeline } from './model.ts';
import { x, type View } from './scale.ts';
import { standaloneStyle } from './style.ts';
import { escapeText, formatNumber, svg, type Svg } from './svg.ts';
import { fitText } from './text.ts';

export interface SessionOptions {
  readonly title: string;
  /** Short facts below the title, such as settings. */
  readonly facts?: readonly string[] | undefined;
  /** The drawn part, in ms of session time. Default: all. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Width of the picture, in px. Default 1280. */
  readonly width?: number | undefined;
  /** Length of a row, in ms. Default 30 s for up to 5 minutes, longer for longer sessions. */
  readonly rowMs?: number | undefined;
}

/**
 * Draws a session as a picture for a file, with labels at the left and in as many rows as needed. An overview stands above
 * several rows.
 *
 * @returns an SVG document with a style of its own, for light and dark
 */
export function drawSession(timeline: Timeline, options: SessionOptions): Svg {
  const { title, facts = [], fromMs = 0, width = 1280 } = options;
  const toMs = Math.max(1, Math.min(options.toMs ?? Number.POSITIVE_INFINITY, Math.max(timeline.nowMs, fromMs + 1)));
  const rows = rowsOf(fromMs, toMs, options.rowMs ?? rowFor(toMs - fromMs), width);
  const whole =
    rows.length === 1
      ? []
      : [
          createOverview(timeline, {
            fromMs,
            toMs,
            textToMs: toMs,
            pxPerSecond: scale(toMs - fromMs, width),
            last: true,
          }),
        ];
  const heading = [lengthOf(timeline, fromMs, toMs), ...facts].join(' · ');
  let top = HEADING;
  const drawn = [...whole, ...rows.map((view) => ({ view, layout: selectLayout(timeline, view.pxPerSecond) }))].map(
    (system, index) => {
      const placed = row(timeline, system, top, index);
      top += system.layout.height + BETWEEN;
      return placed;
    },
  );
  const size = { viewBox: `0 0 ${width} ${top}`, width, height: top };
  return svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', class: 'timeline', role: 'img', 'aria-label': title, ...size },
    svg('style', {}, standaloneStyle()),
    svg('rect', { class: 'ground', width, height: top }),
    svg('text', { class: 'title', x: MARGIN, y: 30 }, escapeText(title)),
    svg('text', { class: 'facts', x: MARGIN, y: 48 }, escapeText(fitText(heading, width - 2 * MARGIN))),
    ...drawn,
  );
}

interface System {
  readonly view: View;
  readonly layout: Layout;
}

/** In px: the outer margin, the width of the labels, the height of the title, the gap between rows. */
const MARGIN = 20;
const NAMES = 92;
const HEADING = 60;
const BETWEEN = 18;

const LEFT = MARGIN + NAMES;

function createOverview(timeline: Timeline, view: View): System {
  return { view, layout: selectLayout(timeline, 0) };
}

/** `26 s`, or `8 s to 9 s of 26 s` */
function lengthOf({ nowMs }: Timeline, fromMs: number, toMs: number): string {
  const [from, to, whole] = [fromMs, toMs, nowMs].map((ms) => formatTime(Math.round(ms / 100) * 100));
  return fromMs === 0 && toMs >= nowMs ? `${to}` : `${from} to ${to} of ${whole}`;
}

/** Scale at which `ms` fill a row, in px per second. */
function scale(ms: number, width: number): number {
  return ((width - LEFT - MARGIN) * 1000) / Math.max(ms, 1);
}

function rowFor(ms: number): number {
  if (ms <= 30_000) return ms;
  if (ms <= 300_000) return 30_000;
  return ms <= 1_200_000 ? 60_000 : 300_000;
}

/** A remainder shorter than this share of a row gets no row of its own: all rows become a little longer. */
const SHORTEST_ROW = 0.1;

/** Returns rows of one scale; the last ends with the session. */
function rowsOf(fromMs: number, toMs: number, wantedMs: number, width: number): readonly View[] {
  const count = Math.max(1, Math.ceil((toMs - fromMs) / wantedMs - SHORTEST_ROW));
  const rowMs = Math.max(wantedMs, (toMs - fromMs) / count);
  const pxPerSecond = scale(rowMs, width);
  return Array.from({ length: count }, (_, index) => ({
    fromMs: fromMs + index * rowMs,
    toMs: Math.min(fromMs + (index + 1) * rowMs, toMs),
    pxPerSecond,
    textToMs: fromMs + (index + 1) * rowMs + (MARGIN * 1000) / pxPerSecond,
    last: index === count - 1 ? true : undefined,
  }));
}

/** Clips spans that do not end in the row. */
function row(timeline: Timeline, { view, layout }: System, top: number, index: number): Svg {
  const clip = `row-${index}`;
  const size = { x: -4, width: formatNumber(x(view, view.textToMs ?? view.toMs) + 4), height: layout.height };
  return svg(
    'g',
    { class: 'row', transform: `translate(${LEFT} ${top})` },
    svg('clipPath', { id: clip }, svg('rect', size)),
    ...drawLaneLabels(layout.lanes, -12),
    svg('g', { 'clip-path': `url(#${clip})` }, ...drawLanes(timeline, view, layout)),
  );
}
