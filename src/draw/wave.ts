import { CELL_MS, levelsWithin, type Envelope } from './envelope.ts';
import { middle, type Lane } from './lanes.ts';
import { x, type View } from './scale.ts';
import { formatNumber, svg, type Svg } from './svg.ts';

/** Lowest and highest level drawn, in dB below full scale. */
const QUIETEST_DB = -54;
const LOUDEST_DB = -8;

/** Gap between wide cells, in px. */
const GAP_PX = 1;

/** Draws a column for each cell, as high as its level. */
export function drawWave(envelope: Envelope, lane: Lane, name: string, view: View): Svg {
  const width = x(view, view.fromMs + CELL_MS);
  const columns = levelsWithin(envelope, view.fromMs, view.toMs).map(({ atMs, level }) => {
    const half = (loudness(level) * lane.height) / 2;
    const [centre, at] = [middle(lane), x(view, atMs)];
    return half < 0.5
      ? ''
      : `M${formatNumber(at)} ${formatNumber(centre - half)}h${formatNumber(width >= 2 ? width - GAP_PX : width)}v${formatNumber(2 * half)}H${formatNumber(at)}Z`;
  });
  return columns.length === 0 ? '' : svg('path', { class: `wave ${name}`, d: columns.join('') });
}

/** Returns the perceived loudness, from 0 to 1. */
function loudness(level: number): number {
  const db = 20 * Math.log10(Math.max(level, 1e-6));
  return Math.min(1, Math.max(0, (db - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB)));
}
