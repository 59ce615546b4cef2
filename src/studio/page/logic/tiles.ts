import type { Stretch } from './stretch.ts';

/** The width of a tile, in px. */
export const TILE_PX = 256;

/** A part of the timeline that is drawn at once, as wide as every other tile of its scale. */
export interface Tile extends Stretch {
  /** Its number from the start of the call. */
  readonly index: number;
  readonly pxPerSecond: number;
}

/** Returns the scale at which a stretch fills a width, in px per second. */
export function scaleFor({ fromMs, toMs }: Stretch, widthPx: number): number {
  return (widthPx * 1000) / Math.max(toMs - fromMs, 1e-6);
}

/** Returns the tiles that a stretch touches, and `spare` more at each side. */
export function tilesIn(shown: Stretch, pxPerSecond: number, callMs: number, spare = 0): readonly Tile[] {
  const tileMs = (TILE_PX * 1000) / pxPerSecond;
  const last = Math.max(0, Math.ceil(callMs / tileMs) - 1);
  const from = Math.min(Math.max(Math.floor(shown.fromMs / tileMs) - spare, 0), last);
  const to = Math.min(Math.max(Math.ceil(shown.toMs / tileMs) - 1 + spare, from), last);
  return Array.from({ length: to - from + 1 }, (_, offset) => {
    const index = from + offset;
    return { index, pxPerSecond, fromMs: index * tileMs, toMs: (index + 1) * tileMs };
  });
}

/** Sorts tiles so that those in the middle of the screen are drawn first. */
export function centreFirst(tiles: readonly Tile[], { fromMs, toMs }: Stretch): readonly Tile[] {
  const centre = (fromMs + toMs) / 2;
  const distance = (tile: Tile): number => Math.abs((tile.fromMs + tile.toMs) / 2 - centre);
  return tiles.toSorted((one, other) => distance(one) - distance(other));
}

/** The number of bins of a chunk. */
export const CHUNK_BINS = 512;

/** A stretch that is fetched at once, in bins of equal length. */
export interface Chunk extends Stretch {
  readonly key: string;
  readonly binMs: number;
}

/** Shortest bin, in ms: a few samples. */
const SHORTEST_BIN_MS = 1 / 16;

/**
 * Returns the chunks that cover a stretch. Their bins are one to two px wide and their lengths are powers of two, so that
 * chunks are fetched once for many scales.
 */
export function chunksFor({ fromMs, toMs }: Stretch, pxPerSecond: number, callMs: number): readonly Chunk[] {
  const binMs = Math.max(SHORTEST_BIN_MS, 2 ** Math.ceil(Math.log2(1000 / pxPerSecond)));
  const chunkMs = binMs * CHUNK_BINS;
  const from = Math.max(0, Math.floor(fromMs / chunkMs));
  const to = Math.ceil(Math.min(toMs, callMs) / chunkMs);
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => {
    const index = from + offset;
    return { key: `${binMs}/${index}`, binMs, fromMs: index * chunkMs, toMs: (index + 1) * chunkMs };
  });
}
