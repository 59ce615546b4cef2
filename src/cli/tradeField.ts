import { formatNumber, svg, type Svg } from '../draw/svg.ts';
import type { Scale } from './scale.ts';

export const WIDTH: number = 760;
export const HEIGHT: number = 480;
/** The field of a diagram of waiting time against cut-offs, in px. */
export const FIELD: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>> = {
  left: 64,
  right: WIDTH - 24,
  top: 64,
  bottom: HEIGHT - 56,
};

export interface CutAxis {
  /** Name of the quantity on the vertical axis. */
  readonly label: string;
  /** Unit after each figure. */
  readonly unit: string;
}

/** Draws the axes of the field: the mean wait to the right, in seconds, and the cut-offs upwards. */
export function drawAxes(x: Scale, y: Scale, { label, unit }: CutAxis): readonly Svg[] {
  return [...drawXAxis(x), ...drawYAxis(y, unit), svg('text', { x: FIELD.left, y: FIELD.top - 12 }, label)];
}

function drawXAxis({ ticks, at }: Scale): readonly Svg[] {
  return [
    ...ticks.flatMap((value) => [
      svg('path', { class: 'staff', d: `M${formatNumber(at(value))} ${FIELD.top}V${FIELD.bottom}` }),
      svg('text', { x: at(value), y: FIELD.bottom + 18, 'text-anchor': 'middle' }, String(value)),
    ]),
    svg('text', { x: (FIELD.left + FIELD.right) / 2, y: FIELD.bottom + 40, 'text-anchor': 'middle' }, 'mean wait, s'),
  ];
}

function drawYAxis({ ticks, at }: Scale, unit: string): readonly Svg[] {
  return ticks.flatMap((value) => [
    svg('path', { class: 'staff', d: `M${FIELD.left} ${formatNumber(at(value))}H${FIELD.right}` }),
    svg('text', { x: FIELD.left - 8, y: at(value) + 4, 'text-anchor': 'end' }, `${value}${unit}`),
  ]);
}
