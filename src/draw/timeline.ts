import { drawAgentLane, drawHeardLane, drawVoiceLane, drawWaitLane } from './agent.ts';
import { drawAxis } from './axis.ts';
import { drawEventsLane, drawGaps, drawInterruption } from './events.ts';
import { drawFunctionsLane } from './functions.ts';
import { LIVE, type Lane, type LaneName, type Layout } from './lanes.ts';
import type { Timeline } from './model.ts';
import { drawChunksLane, drawModelLane, drawTurnsLane } from './reply.ts';
import { isInside, x, type View } from './scale.ts';
import { formatNumber, svg, type Svg } from './svg.ts';
import { drawUserLane, drawVadLane, drawWindowsLane, drawWordsLane } from './user.ts';

/**
 * Draws a part of a session: the audio of both sides and the processing between them. Adjacent parts fit together; text
 * may extend over the next part.
 *
 * @returns an `svg` element with the width of the view and the height of the layout; a style sheet sets its colours by
 *   class
 */
export function drawTimeline(timeline: Timeline, view: View, layout: Layout = LIVE): Svg {
  const width = x(view, view.toMs);
  const size = { viewBox: `0 0 ${formatNumber(width)} ${layout.height}`, width, height: layout.height };
  return svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', class: 'timeline', ...size },
    ...drawLanes(timeline, view, layout),
  );
}

/** Draws the lanes as part of another picture. */
export function drawLanes(timeline: Timeline, view: View, layout: Layout): readonly Svg[] {
  return [
    ...drawGaps(timeline, layout, view),
    drawAxis(view, layout),
    ...[...layout.lanes].flatMap(([name, lane]) => LANES[name](timeline, lane, view)),
    ...timeline.interruptions
      .filter(({ atMs }) => isInside(atMs, view))
      .map((cut) => drawInterruption(cut, layout, view)),
  ];
}

const LANES: Readonly<Record<LaneName, (timeline: Timeline, lane: Lane, view: View) => readonly Svg[]>> = {
  turns: drawTurnsLane,
  user: drawUserLane,
  windows: drawWindowsLane,
  vad: drawVadLane,
  words: drawWordsLane,
  model: drawModelLane,
  chunks: drawChunksLane,
  functions: drawFunctionsLane,
  voice: drawVoiceLane,
  wait: drawWaitLane,
  agent: drawAgentLane,
  heard: drawHeardLane,
  userEvents: (...drawn) => drawEventsLane('user', ...drawn),
  agentEvents: (...drawn) => drawEventsLane('agent', ...drawn),
};
