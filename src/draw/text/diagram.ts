import { createAxis, type Axis } from './axis.ts';
import { drawLanes, listVisibleLanes, listLanes } from './lanes.ts';
import { splitAxis, type Section } from './splitAxis.ts';
import { writeTime, type Moment } from './moment.ts';

export type { Moment } from './moment.ts';

/**
 * Draws moments as text lanes over one time axis, in marble style: `[a duration]` and `└an instant`. Lanes are in the
 * order of their first moment. Time without moments is compressed. A diagram wider than 110 columns continues below.
 *
 * @example
 * ```ts
 * import { diagram } from 'antiphon/testing';
 *
 * const says = { lane: 'user', atMs: 1000, toMs: 2200, text: 'a table for two' };
 * console.log(diagram([says, { lane: 'events', atMs: 2784, text: 'user_stopped_speaking' }]));
 * //         1s               2.2s    2.784s
 * // user    [a table for two]
 * // events                           └user_stopped_speaking
 * ```
 */
export function diagram(moments: readonly Moment[]): string {
  const { axis, margin, staves } = layOut(moments, '');
  return staves
    .map((staff) => {
      const place = { axis, staff, margin };
      return [drawAxis(axis, staff, margin), ...drawLanes(moments, listVisibleLanes(moments, place), place)].join('\n');
    })
    .join('\n\n');
}

/**
 * Draws expected and actual moments lane by lane under one axis, and marks the first difference. For a long
 * conversation, shows only the part around it. `titles` are the headings of the two parts.
 *
 * @example
 * ```ts
 * import { diagrams } from 'antiphon/testing';
 *
 * const says = { lane: 'user', atMs: 1000, toMs: 2200, text: 'a table for two' };
 * const answer = (atMs: number) => ({ lane: 'agent', atMs, toMs: atMs + 600, text: 'At eight?' });
 * console.log(diagrams([says, answer(2800)], [says, answer(3100)]));
 * // … ▲ the first difference: agent, at 2.8s
 * ```
 */
export function diagrams(
  expected: readonly Moment[],
  got: readonly Moment[],
  titles: readonly [expected: string, got: string] = ['expected', 'got'],
): string {
  const all = [...got, ...expected];
  const { axis, margin, staves } = layOut(all, INDENT);
  const difference = firstDifference(expected, got);
  const at = difference === undefined ? 0 : axis.column(difference.atMs);
  const differing = staves.findLastIndex(({ from }) => from <= at);
  const draw = (staff: Section, mark: readonly string[]): string => {
    const place = { axis, staff, margin: margin - INDENT.length };
    const lanes = listVisibleLanes(all, place);
    const side = (moments: readonly Moment[]): string[] =>
      drawLanes(moments, lanes, place).map((line) => INDENT + line);
    return [drawAxis(axis, staff, margin), titles[0], ...side(expected), titles[1], ...side(got), ...mark].join('\n');
  };
  return staves
    .map((staff, n) =>
      draw(staff, n === differing && difference !== undefined ? [drawMark(difference, axis, staff, margin)] : []),
    )
    .filter((_, n) => Math.abs(n - differing) <= AROUND)
    .join('\n\n');
}

/** Width of the terminal, in columns. */
const COLUMNS = 110;
const INDENT = '  ';
/** Number of sections shown before and after the one with the first difference. */
const AROUND = 1;

/** Computes the axis, the width of the lanes' names, and the sections of the axis that fit next to them. */
function layOut(moments: readonly Moment[], indent: string): Layout {
  const axis = createAxis(moments);
  const margin = indent.length + Math.max(0, ...listLanes(moments).map((lane) => lane.length)) + 2;
  return { axis, margin, staves: splitAxis(axis, moments, COLUMNS - margin) };
}

interface Layout {
  readonly axis: Axis;
  readonly margin: number;
  readonly staves: readonly Section[];
}

function drawAxis({ instants }: Axis, { from, to }: Section, margin: number): string {
  let line = ''.padEnd(margin);
  for (const { atMs, column } of instants)
    if (column >= from && column < to) line = line.padEnd(margin + column - from) + writeTime(atMs);
  return line;
}

function drawMark({ lane, atMs }: Moment, axis: Axis, { from }: Section, margin: number): string {
  const column = margin + axis.column(atMs) - from;
  const note = `the first difference: ${lane}, at ${writeTime(atMs)}`;
  const fits = column + note.length + 2 <= COLUMNS;
  return fits ? `${''.padEnd(column)}▲ ${note}` : `${`${note} `.padStart(column)}▲`;
}

/** Finds the earliest moment that only one of the sides has. */
function firstDifference(expected: readonly Moment[], got: readonly Moment[]): Moment | undefined {
  const unmatched = [...without(expected, got), ...without(got, expected)];
  return unmatched.sort((a, b) => a.atMs - b.atMs)[0];
}

/** Selects the moments that `others` lack. Each of the other moments matches once. */
function without(moments: readonly Moment[], others: readonly Moment[]): readonly Moment[] {
  const left = others.map(keyOf);
  return moments.filter((moment) => {
    const at = left.indexOf(keyOf(moment));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function keyOf({ lane, atMs, toMs = atMs, text }: Moment): string {
  return JSON.stringify([lane, Math.round(atMs), Math.round(toMs), text]);
}
