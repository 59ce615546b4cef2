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
const BUDGET_MS = 2;
/** While the scale changes faster than this, in ms, what is drawn is stretched. */
const SETTLED_MS = 90;
/** How far what is drawn is stretched at most, in doublings. */
const FAR = 0.8;
/** Tiles that are kept out of sight. */
const KEPT = 96;

/** A layer of tiles. Draws what is visible, in several frames if it takes long, and keeps what was drawn. */
export interface TileLayer {
  /** Returns the layout of the lanes, whose labels are beside the layer. */
  readonly render: (track: Track, frame: Frame) => Layout;
  readonly dispose: () => void;
}

export function createTileLayer(host: HTMLElement): TileLayer {
  return new Layer(host);
}

class Layer implements TileLayer {
  readonly #host: HTMLElement;
  readonly #drawn = new Map<number, DrawnTile>();
  /** What is drawn at another scale, until it is replaced. */
  #stretched: DrawnTile[] = [];
  #last: { readonly track: Track; readonly frame: Frame; readonly layout: Layout } | null = null;
  #scale = 0;
  #changedAt = 0;
  #pending = 0;
  #stopParts = (): void => undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  render(track: Track, frame: Frame): Layout {
    const scale = scaleFor(frame.shown, frame.widthPx);
    const layout = track.layoutAt(scale, frame.heightPx);
    const before = this.#last;
    const isOther = before === null || before.track !== track || !sameLayout(before.layout, layout);
    if (before?.track !== track) this.#listen(track);
    if (isOther) this.#clear();
    else if (scale !== this.#scale) this.#stretch();
    this.#scale = scale;
    this.#last = { track, frame, layout };
    this.#draw();
    return layout;
  }

  dispose(): void {
    cancelAnimationFrame(this.#pending);
    this.#stopParts();
  }

  #clear(): void {
    for (const { element } of [...this.#stretched, ...this.#drawn.values()]) element.remove();
    this.#stretched = [];
    this.#drawn.clear();
  }

  #stretch(): void {
    const attached = [...this.#drawn.values()].filter(({ element }) => element.isConnected);
    if (this.#stretched.length === 0) this.#stretched = attached;
    else for (const { element } of attached) element.remove();
    this.#drawn.clear();
    this.#changedAt = performance.now();
  }

  #draw(): void {
    cancelAnimationFrame(this.#pending);
    this.#pending = 0;
    if (this.#last === null) return;
    const { track, frame } = this.#last;
    const tiles = tilesIn(frame.shown, this.#scale, track.callMs, 1);
    const isUnfinished = this.#isMoving() || this.#drawMissing(tiles, frame.shown);
    this.#place(tiles, frame.shown);
    if (isUnfinished) this.#pending = requestAnimationFrame(() => this.#draw());
    else this.#removeStretched();
  }

  /** Returns whether the scale is changing, and what is drawn is not stretched too far. */
  #isMoving(): boolean {
    const [first] = this.#stretched;
    if (first === undefined || performance.now() - this.#changedAt > SETTLED_MS) return false;
    return Math.abs(Math.log2(this.#scale / first.tile.pxPerSecond)) < FAR;
  }

  /** Draws tiles until the time is up. Returns whether some are left. */
  #drawMissing(tiles: readonly Tile[], shown: Stretch): boolean {
    const began = performance.now();
    for (const tile of centreFirst(tiles, shown)) {
      const known = this.#drawn.get(tile.index);
      if (known !== undefined && !known.stale) continue;
      if (performance.now() - began > BUDGET_MS) return true;
      this.#drawOne(tile, known?.element ?? createTile(tile.index));
    }
    return false;
  }

  #drawOne(tile: Tile, element: HTMLElement): void {
    if (this.#last === null) return;
    const { track, layout } = this.#last;
    const chunks = track.parts?.take(chunksFor(tile, tile.pxPerSecond, track.callMs)) ?? [];
    const isLast = tile.toMs >= track.callMs;
    element.innerHTML = drawTile(track.timeline, tile, layout, { chunks, marks: track.marks, isLast });
    this.#drawn.delete(tile.index);
    this.#drawn.set(tile.index, { tile, element, stale: false });
  }

  #place(tiles: readonly Tile[], shown: Stretch): void {
    const visible = new Set(tiles.map(({ index }) => index));
    const at = ({ fromMs }: Tile): number => ((fromMs - shown.fromMs) * this.#scale) / 1000;
    for (const [index, { tile, element }] of this.#drawn) {
      if (!visible.has(index)) {
        element.remove();
        continue;
      }
      move(element, at(tile), 1);
      if (!element.isConnected) this.#host.append(element);
    }
    for (const { tile, element } of this.#stretched) move(element, at(tile), this.#scale / tile.pxPerSecond);
    for (const index of this.#drawn.keys())
      if (this.#drawn.size <= KEPT) break;
      else if (!visible.has(index)) this.#drawn.delete(index);
  }

  #removeStretched(): void {
    for (const { element } of this.#stretched) element.remove();
    this.#stretched = [];
  }

  /** Draws tiles again when more of their content has arrived. */
  #listen(track: Track): void {
    this.#stopParts();
    const stop = track.parts?.onLoad((chunk) => {
      for (const one of this.#drawn.values())
        if (one.tile.fromMs < chunk.toMs && one.tile.toMs > chunk.fromMs) one.stale = true;
      if (this.#pending === 0) this.#pending = requestAnimationFrame(() => this.#draw());
    });
    this.#stopParts = stop ?? ((): void => undefined);
  }
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

function sameLayout(one: Layout, other: Layout): boolean {
  return one.height === other.height && one.lanes.size === other.lanes.size;
}
