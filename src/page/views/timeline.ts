import { drawLabels } from '../../draw/lanes.ts';
import type { Timeline } from '../../draw/model.ts';
import { emptyTimeline, settledUntil } from '../../draw/model.ts';
import { drawTimeline } from '../../draw/timeline.ts';
import { element, part } from '../dom.ts';

/** On a wide screen about the last 30 s are seen. */
const PX_PER_SECOND = 40;
const LABELS_PX = 112;

/** The timeline is drawn in tiles: those of which nothing changes any more are left alone. */
const TILE_MS = 10_000;

/** Shows the timeline and follows its end, unless somebody has scrolled back. */
export function timelineView(root: ParentNode): (timeline: Timeline) => void {
  part(root, 'lanes', HTMLDivElement).innerHTML = drawLabels(LABELS_PX);
  const scroller = part(root, 'timeline', HTMLDivElement);
  const tiles = part(root, 'tiles', HTMLDivElement);
  const latest = part(root, 'latest', HTMLButtonElement);
  let shown = emptyTimeline;
  let following = true;
  const toEnd = (): void => scroller.scrollTo({ left: scroller.scrollWidth });
  scroller.addEventListener('scroll', () => {
    following = scroller.scrollWidth - scroller.scrollLeft - scroller.clientWidth < PX_PER_SECOND;
    latest.hidden = following;
  });
  latest.addEventListener('click', toEnd);
  return (timeline) => {
    if (timeline === shown && tiles.childElementCount > 0) return;
    const from = timeline.nowMs < shown.nowMs ? 0 : Math.min(settledUntil(shown), settledUntil(timeline));
    drawTiles(tiles, timeline, from, lengthFor(scroller, timeline));
    shown = timeline;
    if (following) toEnd();
  };
}

/** In ms: at least as long as the screen is wide. */
function lengthFor(scroller: Element, { nowMs }: Timeline): number {
  return Math.max((scroller.clientWidth / PX_PER_SECOND) * 1000, nowMs + 500);
}

function drawTiles(parent: Element, timeline: Timeline, fromMs: number, lengthMs: number): void {
  const count = Math.ceil(lengthMs / TILE_MS);
  while (parent.childElementCount > count) parent.lastElementChild?.remove();
  const first = Math.min(Math.floor(fromMs / TILE_MS), parent.childElementCount);
  for (let tile = first; tile < count; tile += 1) {
    const view = { fromMs: tile * TILE_MS, toMs: Math.min((tile + 1) * TILE_MS, lengthMs), pxPerSecond: PX_PER_SECOND };
    if (parent.children[tile] === undefined) parent.append(element('div', 'tile'));
    const target = parent.children[tile];
    if (target !== undefined) target.innerHTML = drawTimeline(timeline, view);
  }
}
