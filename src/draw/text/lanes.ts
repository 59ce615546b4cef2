import type { Axis } from './axis.ts';
import { isLasting, formatLabel, type Moment } from './moment.ts';
import type { Section } from './splitAxis.ts';

/** A section of the axis and the width of the lanes' names. */
export interface Place {
  readonly axis: Axis;
  readonly staff: Section;
  readonly margin: number;
}

/** Lists the lanes of all moments, ordered by their first moment. */
export function listLanes(moments: readonly Moment[]): readonly string[] {
  return [...new Set(moments.map(({ lane }) => lane))];
}

/** Lists the lanes that have a moment in the section. */
export function listVisibleLanes(moments: readonly Moment[], place: Place): readonly string[] {
  return listLanes(moments).filter((lane) => marksOf(moments, lane, place).length > 0);
}

/** Draws each lane as a line, or as several lines if labels would overlap. */
export function drawLanes(moments: readonly Moment[], lanes: readonly string[], place: Place): readonly string[] {
  return lanes.flatMap((lane) => {
    const lines = drawLane(marksOf(moments, lane, place));
    return lines.map((line, n) => `${(n === 0 ? lane : '').padEnd(place.margin)}${line}`.trimEnd());
  });
}

/** The drawing of a moment, and its column in the section. */
interface Mark {
  readonly column: number;
  readonly drawn: string;
}

function marksOf(moments: readonly Moment[], lane: string, place: Place): readonly Mark[] {
  return moments
    .filter((moment) => moment.lane === lane)
    .sort((a, b) => a.atMs - b.atMs)
    .flatMap((moment) => markOf(moment, place));
}

function markOf(moment: Moment, { axis, staff: { from, to } }: Place): readonly Mark[] {
  const first = axis.column(moment.atMs);
  if (first >= to) return [];
  if (!isLasting(moment)) return first < from ? [] : [{ column: first - from, drawn: formatLabel(moment) }];
  const last = axis.column(moment.toMs ?? moment.atMs);
  if (last <= from) return [];
  const label = first < from ? '…]' : formatLabel(moment);
  const column = Math.max(first, from);
  const draw = last < to ? stretch : leaveOpen;
  return [{ column: column - from, drawn: draw(label, Math.min(last, to) - column) }];
}

/** Stretches a label to `width` columns: `[text ───]`. */
function stretch(label: string, width: number): string {
  const text = label.slice(0, -1);
  const line = ''.padEnd(width - text.length - 2, '─');
  return line === '' ? label : `${text} ${line}]`;
}

/** Stretches the label of a span that continues below: `[text ───…`. */
function leaveOpen(label: string, width: number): string {
  const text = label.slice(0, -1);
  return `${text} ${''.padEnd(width - text.length - 2, '─')}…`;
}

/** Places each mark in the first line that has room for it. */
function drawLane(marks: readonly Mark[]): readonly string[] {
  const lines: string[] = [''];
  for (const { column, drawn } of marks) {
    const free = lines.findIndex((line) => line.length <= column - (line === '' ? 0 : GAP));
    const n = free < 0 ? lines.length : free;
    lines[n] = `${(lines[n] ?? '').padEnd(column)}${drawn}`;
  }
  return lines;
}

/** Number of columns between two labels on a line. */
const GAP = 1;
