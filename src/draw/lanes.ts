import type { Svg } from './svg.ts';
import { escapeText, svg } from './svg.ts';
import type { Timeline } from './model.ts';

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

/** The lanes that a picture has, and how high it is, in px. A picture has only some. */
export interface Layout {
  readonly lanes: ReadonlyMap<LaneName, Lane>;
  readonly height: number;
}

/** `gap`: to the lane above, in px. */
interface Band {
  readonly label: string;
  readonly gap: number;
  readonly height: number;
}

/** From top to bottom: the user's sound, what was made of it, the agent's sound, and what the agent was told. */
const BANDS: Readonly<Record<LaneName, Band>> = {
  turns: { label: 'Turns', gap: 4, height: 12 },
  user: { label: 'You', gap: 6, height: 26 },
  windows: { label: 'Probability', gap: 6, height: 18 },
  vad: { label: 'VAD', gap: 4, height: 8 },
  words: { label: 'Transcript', gap: 5, height: 32 },
  model: { label: 'LLM', gap: 8, height: 10 },
  chunks: { label: '', gap: 1, height: 13 },
  functions: { label: 'Functions', gap: 7, height: 10 },
  voice: { label: 'TTS', gap: 8, height: 10 },
  wait: { label: 'Wait', gap: 6, height: 10 },
  agent: { label: 'Audio heard', gap: 6, height: 26 },
  heard: { label: '', gap: 2, height: 26 },
  userEvents: { label: 'User events', gap: 8, height: 39 },
  agentEvents: { label: 'Agent events', gap: 0, height: 39 },
};

const LANES: readonly LaneName[] = Object.keys(BANDS) as LaneName[];

/** Height of one line of text where several lie below each other, in px. */
export const LEVEL = 13;

/** Height of the axis above the lanes, in px. */
export const AXIS = 22;

/** What a page can know of its session. */
export const LIVE: Layout = createLayout([
  'user',
  'vad',
  'words',
  'model',
  'functions',
  'voice',
  'wait',
  'agent',
  'heard',
  'userEvents',
  'agentEvents',
]);

/** Where a second is but a few px: who spoke, which turns there were, and where somebody was cut short. */
export const OVERVIEW: Layout = createLayout(['turns', 'user', 'wait', 'agent']);
/** Drawn where there is nothing at all to see. */
const BLANK: Layout = createLayout(['user', 'agent']);

/** Below this a part is drawn as an overview, in px per second. */
const READABLE = 14;
/** From this on each chunk of the model can be read. */
const CLOSE = 120;

/** The lanes in which something is to be seen, of those that can be read at this scale. */
export function selectLayout(timeline: Timeline, pxPerSecond: number): Layout {
  const isReadable = (name: LaneName): boolean => name !== 'turns' && (name !== 'chunks' || pxPerSecond >= CLOSE);
  const readable = pxPerSecond < READABLE ? [...OVERVIEW.lanes.keys()] : LANES.filter(isReadable);
  const shown = readable.filter((name) => CONTENT[name](timeline).some(isNotEmpty));
  return shown.length === 0 ? BLANK : createLayout(shown);
}

/** What each lane shows. A lane without any of it is left out. */
const CONTENT: Readonly<Record<LaneName, (timeline: Timeline) => readonly (readonly unknown[])[]>> = {
  turns: ({ replies }) => [replies],
  user: ({ voiced, microphone, speech }) => [voiced, microphone, speech],
  windows: ({ windows }) => [windows],
  vad: ({ speech }) => [speech],
  words: ({ words }) => [words],
  model: ({ replies }) => [replies],
  chunks: ({ replies }) => [replies],
  functions: ({ calls }) => [calls],
  voice: ({ syntheses: voices }) => [voices],
  wait: ({ waits }) => [waits],
  agent: ({ utterances, loudspeaker }) => [utterances, loudspeaker],
  heard: ({ utterances }) => [utterances],
  userEvents: ({ events }) => [events],
  agentEvents: ({ events }) => [events],
};

function isNotEmpty(things: readonly unknown[]): boolean {
  return things.length > 0;
}

/** Stacks lanes below an axis. */
export function createLayout(names: readonly LaneName[]): Layout {
  const lanes = new Map<LaneName, Lane>();
  let bottom = AXIS;
  for (const name of names) {
    const { label, gap, height } = BANDS[name];
    lanes.set(name, { label, top: bottom + gap, height });
    bottom += gap + height;
  }
  return { lanes, height: bottom + 8 };
}

/** The middle of a lane, in px from the top. */
export function middle({ top, height }: Lane): number {
  return top + height / 2;
}

/** What the lanes are called, as a picture that stands to the left of the timeline. */
export function drawLabels(width: number, { lanes, height }: Layout = LIVE): Svg {
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  return svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', class: 'timeline', ...size },
    ...drawLaneLabels(lanes, width - 12),
  );
}

/** The same as part of another picture; they end at `right`. */
export function drawLaneLabels(lanes: Layout['lanes'], right: number): readonly Svg[] {
  return [...lanes].map(([name, lane]) =>
    svg(
      'text',
      { class: `label ${name}`, x: right, y: baseline(name, lane), 'text-anchor': 'end' },
      escapeText(lane.label),
    ),
  );
}

/** The label of the events stands beside their line, that of the others in their middle. */
function baseline(name: LaneName, lane: Lane): number {
  return (name.endsWith('Events') ? lane.top + LEVEL / 2 : middle(lane)) + 4;
}
