import { AXIS_PX, middle, type LaneName, type Layout } from './lanes.ts';
import { x, type View } from './scale.ts';
import { formatNumber, svg, type Svg } from './svg.ts';

/** Minimum distance between two figures, and between two ticks, in px. */
const FIGURE_PX = 64;
const TICK_PX = 8;

/** Possible steps, in ms. */
const STEPS = [1, 2, 5, 10, 50, 100, 250, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 600_000, 3_600_000];

/** Lanes with a line. Text lanes have none, because it would strike the text through. */
const STAVES: readonly LaneName[] = ['user', 'vad', 'model', 'voice', 'agent'];

/** Draws ticks and figures as densely as is readable, and the lines of the lanes. */
export function drawAxis(view: View, { lanes, height }: Layout): Svg {
  const figure = step(view, FIGURE_PX);
  const tick = STEPS.find((ms) => figure % ms === 0 && ms * view.pxPerSecond >= TICK_PX * 1000) ?? figure;
  const figures = multiples(figure, view);
  const lines = STAVES.flatMap((name) => lanes.get(name) ?? []).map(
    (lane) => `M0 ${formatNumber(middle(lane))}H${formatNumber(x(view, view.toMs))}`,
  );
  const ticks = multiples(tick, view).map(
    (ms) => `M${formatNumber(x(view, ms))} ${ms % figure === 0 ? 14 : 18}V${AXIS_PX}`,
  );
  const grid = figures.map((ms) => `M${formatNumber(x(view, ms))} ${AXIS_PX}V${height - 4}`);
  return svg(
    'g',
    { class: 'axis' },
    svg('path', { class: 'grid', d: grid.join('') }),
    svg('path', { class: 'staff', d: lines.join('') }),
    svg('path', { d: ticks.join('') }),
    ...figures.map((ms) => svg('text', { class: 'figure', x: x(view, ms) + 3, y: 12 }, formatTime(ms))),
  );
}

/** Formats session time: `0.25 s`, `12 s`, `1:05`. */
export function formatTime(ms: number): string {
  if (ms < 60_000) return `${ms / 1000} s`;
  const [whole = '', rest] = String((ms % 60_000) / 1000).split('.');
  return [`${Math.floor(ms / 60_000)}:${whole.padStart(2, '0')}`, ...(rest === undefined ? [] : [rest])].join('.');
}

function step({ pxPerSecond }: View, px: number): number {
  return STEPS.find((ms) => ms * pxPerSecond >= px * 1000) ?? 3_600_000;
}

function multiples(ms: number, view: View): readonly number[] {
  const first = Math.ceil(view.fromMs / ms);
  const count = Math.ceil((view.toMs - view.fromMs) / ms) + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * ms).filter((at) => at < view.toMs);
}
