import type { Svg } from './svg.ts';
import { escaped, svg } from './svg.ts';

/** One band of the timeline. `top` and `height` in px. */
export interface Lane {
  readonly label: string;
  readonly top: number;
  readonly height: number;
}

export type LaneName = 'microphone' | 'voice' | 'words' | 'model' | 'functions' | 'agent' | 'interruption';

/** From top to bottom: the user's sound, what was made of it, the agent's sound. */
export const LANES: Readonly<Record<LaneName, Lane>> = {
  microphone: { label: 'You', top: 26, height: 44 },
  voice: { label: 'Voice activity', top: 74, height: 8 },
  words: { label: 'Transcript', top: 88, height: 18 },
  model: { label: 'Model', top: 114, height: 10 },
  functions: { label: 'Functions', top: 130, height: 16 },
  agent: { label: 'Agent', top: 164, height: 44 },
  interruption: { label: 'Interruption', top: 214, height: 18 },
};

/** Of the whole timeline, in px. */
export const HEIGHT = 240;

/** The middle of a lane, in px from the top. */
export function middle({ top, height }: Lane): number {
  return top + height / 2;
}

/** What the lanes are called, as a picture that stands to the left of the timeline. */
export function drawLabels(width: number): Svg {
  const labels = Object.entries(LANES).map(([name, lane]) =>
    svg(
      'text',
      { class: `label ${name}`, x: width - 12, y: middle(lane) + 4, 'text-anchor': 'end' },
      escaped(lane.label),
    ),
  );
  const size = { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT };
  return svg('svg', { xmlns: 'http://www.w3.org/2000/svg', class: 'timeline', ...size }, ...labels);
}
