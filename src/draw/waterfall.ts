import { METRIC_PARTS, type Metric, type MetricPart } from '../core/metric.ts';
import { svg, type Svg } from './svg.ts';

/** A part of a wait and its start. */
export interface Step {
  readonly part: MetricPart;
  readonly fromMs: number;
  readonly ms: number;
}

/** Returns the parts that took time, in order. */
export function stepsOf(parts: Metric['parts']): readonly Step[] {
  const starts = METRIC_PARTS.map((_, at) => METRIC_PARTS.slice(0, at).reduce((sum, part) => sum + parts[part], 0));
  return METRIC_PARTS.map((part, at) => ({ part, fromMs: starts[at] ?? 0, ms: parts[part] })).filter(
    ({ ms }) => ms > 0,
  );
}

/** Height of a step, in px. */
const STEP = 5;
const WIDTH = 1000;

/**
 * Draws a wait as a waterfall: a bar for each part that took time, one step lower and starting where the previous one
 * ended. The drawing represents `scaleMs` and stretches to any width. Each bar's class is the name of its part.
 */
export function drawWaterfall(parts: Metric['parts'], scaleMs: number): Svg {
  const steps = stepsOf(parts);
  const height = steps.length * STEP;
  const x = (ms: number): number => (ms / scaleMs) * WIDTH;
  return svg(
    'svg',
    {
      class: 'waterfall',
      viewBox: `0 0 ${WIDTH} ${height}`,
      height,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    ...steps.map(({ part, fromMs, ms }, at) =>
      svg('rect', { class: part, x: x(fromMs), y: at * STEP, width: x(ms), height: STEP }),
    ),
  );
}
