import { createLayout, selectLayout, type LaneName, type Layout } from '../../../draw/lanes.ts';
import type { Timeline } from '../../../draw/model.ts';

/** The lanes that show a waveform. They take the room that is left over. */
const WAVES: readonly LaneName[] = ['user', 'agent'];

/** Greatest height of a waveform, in px. */
const TALLEST_PX = 132;

/** Selects the lanes of a call at a scale, and makes its waveforms as tall as there is room. */
export function layoutFor(timeline: Timeline, pxPerSecond: number, heightPx: number): Layout {
  return growWaves(selectLayout(withWindows(timeline), pxPerSecond), heightPx);
}

/** The lanes that two runs are compared by. */
const COMPARED: readonly LaneName[] = ['user', 'words', 'wait', 'agent', 'heard'];

/** The lanes above the details of a step. */
const BRIEF: readonly LaneName[] = ['user', 'words', 'wait', 'agent'];

/** Creates the lanes of one of two runs, one below the other. */
export function comparedLayout(heightPx: number): Layout {
  return growWaves(createLayout(COMPARED), heightPx);
}

/** Creates the lanes above the details of a step. */
export function briefLayout(heightPx: number): Layout {
  return growWaves(createLayout(BRIEF), heightPx);
}

/** Makes the lanes with a waveform taller, evenly, until the layout fills the height. */
export function growWaves({ lanes, height }: Layout, heightPx: number): Layout {
  const waves = WAVES.filter((name) => lanes.has(name));
  const extra = Math.max(0, Math.floor((heightPx - height) / Math.max(1, waves.length)));
  let shift = 0;
  const grown = [...lanes].map(([name, lane]) => {
    const more = waves.includes(name) ? Math.min(extra, Math.max(0, TALLEST_PX - lane.height)) : 0;
    const placed = { ...lane, top: lane.top + shift, height: lane.height + more };
    shift += more;
    return [name, placed] as const;
  });
  return { lanes: new Map(grown), height: height + shift };
}

/** The windows of a call are fetched tile by tile: its lane has room before they arrive. */
function withWindows(timeline: Timeline): Timeline {
  return timeline.threshold === null || timeline.windows.length > 0
    ? timeline
    : { ...timeline, windows: [{ fromMs: 0, toMs: 0, probability: 0 }] };
}
