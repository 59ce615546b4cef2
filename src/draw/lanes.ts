import { escapeText, svg, type Svg } from './svg.ts';
import type { Timeline } from './model.ts';
import { countLevels } from './stackCalls.ts';

/** One band of the timeline. `top` and `height` in px. */
export interface Lane {
  readonly label: string;
  readonly top: number;
  readonly height: number;
}

export type LaneName =
  | 'turns'
  | 'user'
  | 'windows'
  | 'vad'
  | 'words'
  | 'model'
  | 'chunks'
  | 'functions'
  | 'voice'
  | 'wait'
  | 'agent'
  | 'heard'
  | 'userEvents'
  | 'agentEvents';

/** The lanes of a picture and its height, in px. */
export interface Layout {
  readonly lanes: ReadonlyMap<LaneName, Lane>;
  readonly height: number;
}

interface Band {
  readonly label: string;
  /** Distance to the lane above, in px. */
  readonly gap: number;
  readonly height: number;
  /** Keys of its content. Empty lanes are omitted. */
  readonly content: readonly (keyof Timeline)[];
}

/** Height of a function's bar, in px. */
export const BAR_PX = 10;

/** The lanes from top to bottom: the user's audio, its processing, the agent's audio, and the events. */
const BANDS: Readonly<Record<LaneName, Band>> = {
  turns: { label: 'Turns', gap: 4, height: 12, content: ['replies'] },
  user: { label: 'You', gap: 6, height: 26, content: ['voiced', 'microphone', 'speech'] },
  windows: { label: 'Probability', gap: 6, height: 18, content: ['windows'] },
  vad: { label: 'VAD', gap: 4, height: 8, content: ['speech'] },
  words: { label: 'Transcript', gap: 5, height: 32, content: ['words'] },
  model: { label: 'LLM', gap: 8, height: 10, content: ['replies'] },
  chunks: { label: '', gap: 1, height: 13, content: ['replies'] },
  functions: { label: 'Functions', gap: 7, height: BAR_PX, content: ['calls'] },
  voice: { label: 'TTS', gap: 8, height: 10, content: ['syntheses'] },
  wait: { label: 'Wait', gap: 6, height: 10, content: ['waits'] },
  agent: { label: 'Audio heard', gap: 6, height: 26, content: ['utterances', 'loudspeaker'] },
  heard: { label: '', gap: 2, height: 26, content: ['utterances'] },
  userEvents: { label: 'User events', gap: 8, height: 39, content: ['events'] },
  agentEvents: { label: 'Agent events', gap: 0, height: 39, content: ['events'] },
};

const LANES: readonly LaneName[] = Object.keys(BANDS) as LaneName[];

/** Height of one of several lines of text, in px. */
export const LEVEL_PX = 13;

/** Height of the axis above the lanes, in px. */
export const AXIS_PX = 22;

const LIVE_LANES = LANES.filter((name) => !['turns', 'windows', 'chunks'].includes(name));

/** The lanes of a live page. */
export const LIVE: Layout = createLayout(LIVE_LANES);

/** Creates the lanes of a live page, with room for the functions that run at the same time. */
export function createLiveLayout(levels: number): Layout {
  return createLayout(LIVE_LANES, levels);
}

/** The lanes at a small scale. */
export const OVERVIEW: Layout = createLayout(['turns', 'user', 'wait', 'agent']);

/** The lanes of an empty timeline. */
const BLANK: Layout = createLayout(['user', 'agent']);

/** Smallest scale for all lanes, in px per second. Below it, the overview is drawn. */
const READABLE = 14;
/** Smallest scale for the chunks of the model, in px per second. */
const CLOSE = 120;

/** Selects the non-empty lanes that are readable at this scale. */
export function selectLayout(timeline: Timeline, pxPerSecond: number): Layout {
  const isReadable = (name: LaneName): boolean => name !== 'turns' && (name !== 'chunks' || pxPerSecond >= CLOSE);
  const readable = pxPerSecond < READABLE ? [...OVERVIEW.lanes.keys()] : LANES.filter(isReadable);
  const shown = readable.filter((name) => BANDS[name].content.some((key) => Object(timeline[key]).length > 0));
  return shown.length === 0 ? BLANK : createLayout(shown, countLevels(timeline.calls));
}

/** Stacks lanes below the axis. `levels`: the number of functions that are drawn below each other. */
export function createLayout(names: readonly LaneName[], levels = 1): Layout {
  const lanes = new Map<LaneName, Lane>();
  let bottom = AXIS_PX;
  for (const name of names) {
    const { label, gap, height: least } = BANDS[name];
    const height = name === 'functions' ? least + (levels - 1) * LEVEL_PX : least;
    lanes.set(name, { label, top: bottom + gap, height });
    bottom += gap + height;
  }
  return { lanes, height: bottom + 8 };
}

/** Returns the middle of a lane, in px from the top. */
export function middle({ top, height }: Lane): number {
  return top + height / 2;
}

/** Draws the labels of the lanes as a picture to the left of the timeline. */
export function drawLabels(width: number, { lanes, height }: Layout = LIVE): Svg {
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  return svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', class: 'timeline', ...size },
    ...drawLaneLabels(lanes, width - 12),
  );
}

/** Draws the labels as part of another picture, right-aligned at `right`. */
export function drawLaneLabels(lanes: Layout['lanes'], right: number): readonly Svg[] {
  return [...lanes].map(([name, lane]) =>
    svg(
      'text',
      { class: `label ${name}`, x: right, y: baseline(name, lane), 'text-anchor': 'end' },
      escapeText(lane.label),
    ),
  );
}

/**
 * Returns the baseline of a lane's label. Labels of events are next to their line, others in the middle of the lane.
 */
function baseline(name: LaneName, lane: Lane): number {
  return (name.endsWith('Events') ? lane.top + LEVEL_PX / 2 : middle(lane)) + 4;
}
