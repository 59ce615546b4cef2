import type { Layout } from '../../../draw/lanes.ts';
import type { Timeline } from '../../../draw/model.ts';
import type { Mark } from '../logic/differences.ts';
import { drawTile } from '../logic/drawTile.ts';
import type { Stretch } from '../logic/stretch.ts';
import { centreFirst, chunksFor, scaleFor, tilesIn, type Tile } from '../logic/tiles.ts';
import type { Parts } from '../state/parts.ts';

/** What a layer shows. */
export interface Track {
  readonly timeline: Timeline;
  readonly callMs: number;
  readonly parts: Parts | null;
  readonly marks: readonly Mark[];
  readonly layoutAt: (pxPerSecond: number, heightPx: number) => Layout;
}

/** Where it is shown. */
export interface Frame {
  readonly shown: Stretch;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface DrawnTile {
  readonly tile: Tile;
  readonly element: HTMLElement;
  stale: boolean;
}

/** Longest time spent on drawing in a frame, in ms. */
const BUDGET_MS = 4;
/** While the scale changes faster than this, in ms, what is drawn is stretched. */
const SETTLED_MS = 90;
/** Tiles that are kept out of sight. */
const KEPT = 48;

/** A layer of tiles. Draws what is visible, in several frames if it takes long, and keeps what was drawn. */
export interface TileLayer {
  /** Returns the layout of the lanes, whose labels are beside the layer. */
  readonly render: (track: Track, frame: Frame) => Layout;
  readonly dispose: () => void;
}

export function createTileLayer(host: HTMLElement): TileLayer {
  const drawn = new Map<number, DrawnTile>();
  let stretched: DrawnTile[] = [];
  let last: { readonly track: Track; readonly frame: Frame } | null = null;
  let scale = 0;
  let layout: Layout | null = null;
  let changedAt = 0;
  let pending = 0;
  let stopParts = (): void => undefined;

  const render = (track: Track, frame: Frame): Layout => {
    const nextScale = scaleFor(frame.shown, frame.widthPx);
    const nextLayout = track.layoutAt(nextScale, frame.heightPx);
    const isOther = last?.track !== track;
    if (isOther) listen(track);
    if (isOther || nextScale !== scale || !sameLayout(layout, nextLayout)) replaceScale(isOther, nextLayout);
    if (nextScale !== scale && last !== null && !isOther) changedAt = performance.now();
    [scale, layout, last] = [nextScale, nextLayout, { track, frame }];
    draw();
    return nextLayout;
  };
  /** Keeps what is drawn at another scale until it is replaced. */
  const replaceScale = (isOther: boolean, next: Layout): void => {
    const hasOtherLanes = layout !== null && !sameLayout(layout, next);
    const attached = [...drawn.values()].filter(({ element }) => element.isConnected);
    if (stretched.length === 0 && !hasOtherLanes && !isOther) stretched = attached;
    else {
      const replaced = hasOtherLanes || isOther ? [...stretched, ...attached] : attached;
      for (const { element } of replaced) element.remove();
      if (replaced !== attached) stretched = [];
    }
    drawn.clear();
  };
  const draw = (): void => {
    cancelAnimationFrame(pending);
    pending = 0;
    if (last === null || layout === null) return;
    const { track, frame } = last;
    const tiles = tilesIn(frame.shown, scale, track.callMs, 1);
    const isMoving = stretched.length > 0 && performance.now() - changedAt < SETTLED_MS && !isFarStretched();
    const missing = isMoving ? true : drawMissing(tiles, track, frame.shown);
    place(tiles, frame.shown);
    if (missing) pending = requestAnimationFrame(draw);
    else clearStretched();
  };
  const isFarStretched = (): boolean => {
    const before = stretched[0]?.tile.pxPerSecond ?? scale;
    return Math.abs(Math.log2(scale / before)) > 0.8;
  };
  /** Draws tiles until the time is up. Returns whether some visible ones are left. */
  const drawMissing = (tiles: readonly Tile[], track: Track, shown: Stretch): boolean => {
    const began = performance.now();
    for (const tile of centreFirst(tiles, shown)) {
      const known = drawn.get(tile.index);
      if (known !== undefined && !known.stale) continue;
      if (performance.now() - began > BUDGET_MS) return true;
      drawOne(tile, known, track);
    }
    return false;
  };
  const drawOne = (tile: Tile, known: DrawnTile | undefined, track: Track): void => {
    if (layout === null) return;
    const element = known?.element ?? createTile(tile.index);
    const chunks = track.parts?.take(chunksFor(tile, tile.pxPerSecond, track.callMs)) ?? [];
    const isLast = tile.toMs >= track.callMs;
    element.innerHTML = drawTile(track.timeline, tile, layout, { chunks, marks: track.marks, isLast });
    drawn.delete(tile.index);
    drawn.set(tile.index, { tile, element, stale: false });
  };
  const place = (tiles: readonly Tile[], shown: Stretch): void => {
    const visible = new Set(tiles.map(({ index }) => index));
    for (const [index, { tile, element }] of drawn) {
      if (!visible.has(index)) element.remove();
      else {
        move(element, ((tile.fromMs - shown.fromMs) * scale) / 1000, 1);
        if (!element.isConnected) host.append(element);
      }
    }
    for (const { tile, element } of stretched)
      move(element, ((tile.fromMs - shown.fromMs) * scale) / 1000, scale / tile.pxPerSecond);
    for (const index of drawn.keys())
      if (drawn.size <= KEPT) break;
      else if (!visible.has(index)) drawn.delete(index);
  };
  const clearStretched = (): void => {
    for (const { element } of stretched) element.remove();
    stretched = [];
  };
  const listen = (track: Track): void => {
    stopParts();
    stopParts =
      track.parts?.onLoad((chunk) => {
        for (const one of drawn.values())
          if (one.tile.fromMs < chunk.toMs && one.tile.toMs > chunk.fromMs) one.stale = true;
        if (pending === 0) pending = requestAnimationFrame(draw);
      }) ?? ((): void => undefined);
  };
  return {
    render,
    dispose: () => {
      cancelAnimationFrame(pending);
      stopParts();
    },
  };
}

/** Creates a tile above the following ones, because its text may extend over them. */
function createTile(index: number): HTMLElement {
  const element = document.createElement('div');
  element.className = 'tile';
  element.style.zIndex = String(-index);
  return element;
}

function move(element: HTMLElement, px: number, scale: number): void {
  element.style.transform = scale === 1 ? `translate3d(${px}px,0,0)` : `translate3d(${px}px,0,0) scale(${scale},1)`;
}

function sameLayout(one: Layout | null, other: Layout): boolean {
  return one !== null && one.height === other.height && one.lanes.size === other.lanes.size;
}
