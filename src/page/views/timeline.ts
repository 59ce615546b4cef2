import { createLiveLayout, drawLabels, type Layout } from '../../draw/lanes.ts';
import { emptyTimeline, settledUntil, type Timeline } from '../../draw/model.ts';
import { countLevels } from '../../draw/stackCalls.ts';
import { STYLE } from '../../draw/style.ts';
import { drawTimeline } from '../../draw/timeline.ts';
import { createElement, requireElement } from '../dom.ts';

/** Scales in px per second. They show about 30 s on a wide screen and 10 s on a phone. */
const PX_PER_SECOND = { wide: 40, narrow: 24 };
const NARROW_PX = 480;
const LABELS_PX = 96;

/** Length of a tile, in ms. The timeline is drawn in tiles, and settled tiles are not redrawn. */
const TILE_MS = 10_000;

/** Distance from the end within which the view follows the timeline, in px. */
const NEAR_PX = 40;

/** Creates the view of the timeline. Follows its end unless the user has scrolled back. */
export function timelineView(root: ParentNode): (timeline: Timeline) => void {
  addStyle();
  const labels = requireElement(root, 'lanes', HTMLDivElement);
  const scroller = requireElement(root, 'timeline', HTMLDivElement);
  const tiles = requireElement(root, 'tiles', HTMLDivElement);
  const latest = requireElement(root, 'latest', HTMLButtonElement);
  let shown = emptyTimeline;
  let widthPx = 0;
  let following = true;
  let levels = 1;
  let layout = createLiveLayout(levels);
  labels.innerHTML = drawLabels(LABELS_PX, layout);
  const toEnd = (): void => scroller.scrollTo({ left: scroller.scrollWidth });
  const draw = (timeline: Timeline, fromMs: number): void => {
    drawTiles(tiles, timeline, fromMs, { widthPx, layout });
    shown = timeline;
    if (following) toEnd();
  };
  /** Makes room for the functions that run at the same time. Returns whether anything changed. */
  const updateLayout = ({ calls }: Timeline): boolean => {
    const needed = countLevels(calls);
    if (needed === levels) return false;
    levels = needed;
    layout = createLiveLayout(levels);
    labels.innerHTML = drawLabels(LABELS_PX, layout);
    return true;
  };
  scroller.addEventListener('scroll', () => {
    following = scroller.scrollWidth - scroller.scrollLeft - scroller.clientWidth < NEAR_PX;
    latest.hidden = following;
  });
  latest.addEventListener('click', toEnd);
  new ResizeObserver(() => {
    widthPx = scroller.clientWidth;
    draw(shown, 0);
  }).observe(scroller);
  return (timeline) => {
    if (timeline === shown) return;
    // Time goes back only when another conversation starts.
    const isAnother = timeline.nowMs < shown.nowMs;
    const hasChanged = updateLayout(timeline);
    draw(timeline, isAnother || hasChanged ? 0 : Math.min(settledUntil(shown), settledUntil(timeline)));
  };
}

/** Adds the style used for pictures in files. */
function addStyle(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
}

interface Size {
  readonly widthPx: number;
  readonly layout: Layout;
}

/** Redraws the tiles from `fromMs` on, and at least as many as fill the width. */
function drawTiles(parent: Element, timeline: Timeline, fromMs: number, { widthPx, layout }: Size): void {
  const pxPerSecond = widthPx < NARROW_PX ? PX_PER_SECOND.narrow : PX_PER_SECOND.wide;
  const lengthMs = Math.max((widthPx / pxPerSecond) * 1000, timeline.nowMs + 500);
  const count = Math.ceil(lengthMs / TILE_MS);
  while (parent.childElementCount > count) parent.lastElementChild?.remove();
  const first = Math.min(Math.floor(fromMs / TILE_MS), parent.childElementCount);
  for (let tile = first; tile < count; tile += 1) {
    const toMs = Math.min((tile + 1) * TILE_MS, lengthMs);
    const target = parent.children[tile] ?? parent.appendChild(emptyTile(tile));
    target.innerHTML = drawTimeline(timeline, { fromMs: tile * TILE_MS, toMs, pxPerSecond }, layout);
  }
}

/** Creates a tile above the following ones, because its text may extend into them. */
function emptyTile(tile: number): HTMLDivElement {
  const made = createElement('div', 'tile');
  made.style.zIndex = String(-tile);
  return made;
}
