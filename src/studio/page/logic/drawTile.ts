import { middle, type Lane, type Layout } from '../../../draw/lanes.ts';
import type { Timeline } from '../../../draw/model.ts';
import { formatNumber, svg, type Svg } from '../../../draw/svg.ts';
import { drawLanes } from '../../../draw/timeline.ts';
import type { CallPart } from '../../protocol.ts';
import type { Mark } from './differences.ts';
import { sliceTimeline } from './sliceTimeline.ts';
import type { Chunk, Tile } from './tiles.ts';

/** A fetched chunk with what it contains. */
export interface LoadedChunk extends Chunk {
  readonly part: CallPart;
}

/** What a tile shows besides the timeline. */
export interface TileContent {
  readonly chunks: readonly LoadedChunk[];
  readonly marks: readonly Mark[];
  readonly isLast: boolean;
}

/** Draws a tile as an `svg` element: bands of differences, the lanes, and the waveforms of both sides. */
export function drawTile(timeline: Timeline, tile: Tile, layout: Layout, content: TileContent): Svg {
  const width = ((tile.toMs - tile.fromMs) * tile.pxPerSecond) / 1000;
  const windows = content.chunks.flatMap(({ part }) => part.windows);
  const sliced = { ...sliceTimeline(timeline, tile), windows: dedupe(windows), microphone: [], loudspeaker: [] };
  const view = { ...tile, last: content.isLast ? (true as const) : undefined };
  const size = { viewBox: `0 0 ${formatNumber(width)} ${layout.height}`, width, height: layout.height };
  return svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', class: 'timeline', 'aria-hidden': 'true', ...size },
    ...content.marks.flatMap((mark) => drawMark(mark, tile, layout.height)),
    ...drawLanes(sliced, view, layout),
    ...drawWaves(content.chunks, tile, layout),
  );
}

function drawWaves(chunks: readonly LoadedChunk[], tile: Tile, { lanes }: Layout): readonly Svg[] {
  const sides = [
    ['user', lanes.get('user')],
    ['agent', lanes.get('agent')],
  ] as const;
  return sides.flatMap(([side, lane]) => {
    if (lane === undefined) return [];
    const path = chunks.map((chunk) => wavePath(chunk.part[side], chunk, { tile, lane })).join('');
    return path === '' ? [] : [svg('path', { class: `wave ${side}`, d: path })];
  });
}

interface Place {
  readonly tile: Tile;
  readonly lane: Lane;
}

/** Returns a column for each bin that begins in the tile. */
function wavePath(peaks: readonly number[], chunk: Chunk, { tile, lane }: Place): string {
  const px = tile.pxPerSecond / 1000;
  const first = Math.max(0, Math.ceil((tile.fromMs - chunk.fromMs) / chunk.binMs));
  const end = Math.min(peaks.length, Math.ceil((tile.toMs - chunk.fromMs) / chunk.binMs));
  const width = chunk.binMs * px;
  const drawn = width > 3 ? width - 1 : width;
  const centre = middle(lane);
  let path = '';
  for (let bin = first; bin < end; bin += 1) {
    const half = heightOf(peaks[bin] ?? 0) * (lane.height / 2 - 2);
    if (half < 0.4) continue;
    const x = (chunk.fromMs + bin * chunk.binMs - tile.fromMs) * px;
    path += `M${formatNumber(x)} ${formatNumber(centre - half)}h${formatNumber(drawn)}v${formatNumber(2 * half)}h${formatNumber(-drawn)}Z`;
  }
  return path;
}

/** Returns the height of a peak from 0 to 1. Quiet speech is lifted, because the ear hears it so. */
function heightOf(peak: number): number {
  return Math.min(1, Math.max(0, peak)) ** 0.6;
}

/** A window that spans two chunks is in both. */
function dedupe(windows: Timeline['windows']): Timeline['windows'] {
  return windows.filter(({ fromMs }, index) => index === 0 || fromMs > (windows[index - 1]?.fromMs ?? -1));
}

function drawMark({ fromMs, toMs, kind }: Mark, tile: Tile, height: number): readonly Svg[] {
  if (fromMs >= tile.toMs || toMs <= tile.fromMs) return [];
  const px = tile.pxPerSecond / 1000;
  const x = (Math.max(fromMs, tile.fromMs) - tile.fromMs) * px;
  const width = (Math.min(toMs, tile.toMs) - tile.fromMs) * px - x;
  return [svg('rect', { class: `mark ${kind}`, x, y: 0, width: Math.max(width, 2), height })];
}
